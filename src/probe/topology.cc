// SPDX-License-Identifier: Apache-2.0
// The only file that includes hwloc. Its components that would open vendor libraries are left out: `host` looks at the
// machine without touching a device.
#include "probe/topology.h"

#include <fmt/core.h>
#include <hwloc.h>

#include <memory>

namespace pilotage {
namespace {

struct Destroyer {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};
using Handle = std::unique_ptr<hwloc_topology, Destroyer>;

Handle load() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  Handle handle(raw);
  for (const auto* component : {"opencl", "gl", "cuda", "nvml", "rsmi", "levelzero"}) {
    hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, component);
  }
  hwloc_topology_set_io_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
  hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  if (hwloc_topology_load(raw) != 0) return nullptr;
  return handle;
}

int64_t count_of(hwloc_topology_t topology, hwloc_obj_type_t type) { return hwloc_get_nbobjs_by_type(topology, type); }

Json cache(hwloc_topology_t topology, hwloc_obj_type_t type, std::string_view name) {
  const hwloc_obj_t first = hwloc_get_obj_by_type(topology, type, 0);
  Json out = Json::object();
  out.set("name", name).set("bytes", static_cast<int64_t>(first->attr->cache.size));
  return out.set("count", count_of(topology, type));
}

Json caches(hwloc_topology_t topology) {
  Json out = Json::array();
  constexpr std::pair<hwloc_obj_type_t, std::string_view> kCaches[] = {
      {HWLOC_OBJ_L1CACHE, "L1d"}, {HWLOC_OBJ_L2CACHE, "L2"}, {HWLOC_OBJ_L3CACHE, "L3"}, {HWLOC_OBJ_L4CACHE, "L4"}};
  for (const auto& [type, name] : kCaches) {
    if (count_of(topology, type) > 0) out.push(cache(topology, type, name));
  }
  return out;
}

std::optional<int64_t> last_level_bytes(const Json& all) {
  if (all.array_if()->empty()) return std::nullopt;
  const Json& last = all.array_if()->back();
  return last.integer_or("bytes", 0) * last.integer_or("count", 0);
}

Json processor(hwloc_topology_t topology) {
  Json out = Json::object();
  out.set("packages", count_of(topology, HWLOC_OBJ_PACKAGE)).set("cores", count_of(topology, HWLOC_OBJ_CORE));
  out.set("threads", count_of(topology, HWLOC_OBJ_PU));
  const int allowed = hwloc_bitmap_weight(hwloc_topology_get_allowed_cpuset(topology));
  if (allowed > 0) out.set("allowed_threads", allowed);
  return out.set("caches", caches(topology));
}

Json memory_nodes(hwloc_topology_t topology) {
  Json out = Json::array();
  hwloc_obj_t node = nullptr;
  while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr) {
    Json one = Json::object();
    one.set("index", static_cast<int64_t>(node->os_index));
    one.set("bytes", static_cast<int64_t>(node->attr->numanode.local_memory));
    out.push(one.set("threads", hwloc_bitmap_weight(node->cpuset)));
  }
  return out;
}

Json device(const hwloc_obj& object) {
  const auto& pci = object.attr->pcidev;
  Json out = Json::object();
  out.set("bus",
          fmt::format("{:04x}:{:02x}:{:02x}.{:x}", static_cast<unsigned>(pci.domain), pci.bus, pci.dev, pci.func));
  out.set("class", fmt::format("{:04x}", pci.class_id)).set("vendor", fmt::format("{:04x}", pci.vendor_id));
  out.set("device", fmt::format("{:04x}", pci.device_id));
  const char* vendor = hwloc_obj_get_info_by_name(const_cast<hwloc_obj*>(&object), "PCIVendor");
  const char* name = hwloc_obj_get_info_by_name(const_cast<hwloc_obj*>(&object), "PCIDevice");
  if (vendor != nullptr) out.set("vendor_name", vendor);
  if (name != nullptr) out.set("device_name", name);
  return out;
}

Json devices(hwloc_topology_t topology) {
  Json out = Json::array();
  hwloc_obj_t object = nullptr;
  while ((object = hwloc_get_next_pcidev(topology, object)) != nullptr) out.push(device(*object));
  return out;
}

}  // namespace

std::optional<Topology> read_topology() {
  const Handle handle = load();
  if (!handle) return std::nullopt;
  Topology out{.processor = processor(handle.get()),
               .memory_nodes = memory_nodes(handle.get()),
               .devices = devices(handle.get())};
  out.last_level_cache_bytes = last_level_bytes(*out.processor.find("caches"));
  return out;
}

}  // namespace pilotage
