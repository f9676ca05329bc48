// SPDX-License-Identifier: Apache-2.0
// What hwloc says of the machine: packages, cores, caches, memory nodes and the devices on its bus.
#pragma once

#include <cstdint>
#include <optional>

#include "base/json.h"

namespace pilotage {

struct Topology {
  Json processor = Json::object();  // packages, cores, threads, allowed_threads, caches
  Json memory_nodes = Json::array();
  Json devices = Json::array();  // PCI devices that compute, show, store or connect, in order of their bus
  std::optional<int64_t> last_level_cache_bytes = {};  // all of them together
};

// Nothing where hwloc cannot read the machine.
std::optional<Topology> read_topology();

}  // namespace pilotage
