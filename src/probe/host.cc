// SPDX-License-Identifier: Apache-2.0
// Read from /proc, /sys and uname, as proc(5) and the kernel's documentation of sysfs describe them, and from hwloc.
// Left out of the lasting facts on purpose: the host's name (a container's changes with every start), boot time, free
// memory, load, temperatures and the frequency of the moment.
#include "probe/host.h"

#include <gnu/libc-version.h>
#include <sys/resource.h>
#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "probe/topology.h"

namespace pilotage {
namespace {

namespace fs = std::filesystem;

// Instruction sets that decide which kernels a numeric library picks.
constexpr std::string_view kFeatures[] = {
    "sse4_2",   "avx",      "avx2",        "fma",         "f16c",        "avx_vnni", "avx512f",
    "avx512bw", "avx512vl", "avx512_vnni", "avx512_bf16", "avx512_fp16", "amx_tile", "amx_bf16",
    "amx_int8", "amx_fp16", "asimd",       "asimdhp",     "asimddp",     "asimdfhm", "bf16",
    "i8mm",     "sve",      "sve2",        "svebf16",     "svei8mm",     "sme",      "sme2"};

std::string content_of(const fs::path& path) {
  const auto content = read_file(path, 16 << 20);
  return content.ok() ? std::string(trim(*content)) : std::string();
}

void set_if(Json& object, std::string key, std::string value) {
  if (!value.empty()) object.set(std::move(key), std::move(value));
}

// The value behind the first `key` at the start of a line, as in `model name : …`, `MemTotal: …`, `NAME=…`.
std::string field(std::string_view text, std::string_view key, char separator) {
  for (const auto& line : split(text, '\n')) {
    const size_t at = line.find(separator);
    if (at != std::string::npos && trim(line.substr(0, at)) == key) return std::string(trim(line.substr(at + 1)));
  }
  return {};
}

std::string unquoted(std::string text) {
  std::erase(text, '"');
  return text;
}

// `16384 kB` of /proc/meminfo in bytes.
std::optional<int64_t> kilobytes(std::string_view text) {
  int64_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc()) return std::nullopt;
  return number * 1024;
}

// `always [madvise] never`: the word in brackets.
std::string chosen(std::string_view text) {
  const size_t open = text.find('[');
  const size_t close = text.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return std::string(text.substr(open + 1, close - open - 1));
}

Json features(std::string_view cpuinfo) {
  std::string flags = field(cpuinfo, "flags", ':');
  if (flags.empty()) flags = field(cpuinfo, "Features", ':');
  const auto words = split(flags, ' ');
  Json out = Json::array();
  for (const auto feature : kFeatures) {
    if (std::ranges::find(words, feature) != words.end()) out.push(feature);
  }
  return out;
}

void add_processor(Json& facts, Json processor) {
  const std::string cpuinfo = content_of("/proc/cpuinfo");
  set_if(processor, "model", field(cpuinfo, "model name", ':'));
  set_if(processor, "vendor", field(cpuinfo, "vendor_id", ':'));
  set_if(processor, "implementer", field(cpuinfo, "CPU implementer", ':'));
  set_if(processor, "part", field(cpuinfo, "CPU part", ':'));
  set_if(processor, "microcode", field(cpuinfo, "microcode", ':'));
  set_if(processor, "governor", content_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  set_if(processor, "turbo_off", content_of("/sys/devices/system/cpu/intel_pstate/no_turbo"));
  set_if(processor, "smt", content_of("/sys/devices/system/cpu/smt/control"));
  facts.set("processor", processor.set("features", features(cpuinfo)));
}

void add_memory(Json& facts, Json nodes) {
  const std::string meminfo = content_of("/proc/meminfo");
  Json memory = Json::object();
  if (const auto total = kilobytes(field(meminfo, "MemTotal", ':'))) memory.set("total_bytes", *total);
  if (const auto swap = kilobytes(field(meminfo, "SwapTotal", ':'))) memory.set("swap_bytes", *swap);
  set_if(memory, "transparent_huge_pages", chosen(content_of("/sys/kernel/mm/transparent_hugepage/enabled")));
  facts.set("memory", memory.set("nodes", std::move(nodes)));
}

void add_system(Json& facts) {
  struct utsname name {};
  Json system = Json::object();
  if (::uname(&name) == 0) system.set("kernel", name.release).set("architecture", name.machine);
  set_if(system, "name", unquoted(field(content_of("/etc/os-release"), "PRETTY_NAME", '=')));
  system.set("c_library", gnu_get_libc_version());
  facts.set("system", std::move(system));
}

void add_limits(Json& facts) {
  constexpr std::pair<const char*, decltype(RLIMIT_NOFILE)> kLimits[] = {
      {"open_files", RLIMIT_NOFILE}, {"processes", RLIMIT_NPROC},        {"locked_bytes", RLIMIT_MEMLOCK},
      {"stack_bytes", RLIMIT_STACK}, {"address_space_bytes", RLIMIT_AS}, {"core_bytes", RLIMIT_CORE}};
  Json limits = Json::object();
  for (const auto& [name, which] : kLimits) {
    struct rlimit limit {};
    if (::getrlimit(which, &limit) != 0) continue;
    const bool is_limited = limit.rlim_cur != RLIM_INFINITY;
    limits.set(name, is_limited ? Json(static_cast<int64_t>(limit.rlim_cur)) : Json("unlimited"));
  }
  set_if(limits, "cgroup_cpu", content_of("/sys/fs/cgroup/cpu.max"));
  set_if(limits, "cgroup_memory", content_of("/sys/fs/cgroup/memory.max"));
  facts.set("limits", std::move(limits));
}

// Hints, not proofs: each is a file or a flag that such an environment leaves.
void add_surroundings(Json& facts) {
  Json out = Json::object();
  std::error_code ignored;
  if (fs::exists("/.dockerenv", ignored)) out.set("container", "docker");
  if (fs::exists("/run/.containerenv", ignored)) out.set("container", "podman");
  if (fs::exists("/run/secrets/kubernetes.io", ignored)) out.set("orchestrator", "kubernetes");
  const auto flags = split(field(content_of("/proc/cpuinfo"), "flags", ':'), ' ');
  if (std::ranges::find(flags, "hypervisor") != flags.end()) out.set("virtual_machine", true);
  set_if(out, "product", content_of("/sys/class/dmi/id/product_name"));
  set_if(out, "maker", content_of("/sys/class/dmi/id/sys_vendor"));
  facts.set("surroundings", std::move(out));
}

void observe_memory(Speaker& speaker) {
  if (const auto bytes = available_memory()) {
    speaker.observe("host.memory.available", static_cast<double>(*bytes), "B");
  }
}

void observe_load(Speaker& speaker) {
  double load = 0;
  if (::getloadavg(&load, 1) == 1) speaker.observe("host.load.1m", load, "1");
}

std::optional<double> number_in(const fs::path& path) {
  const std::string text = content_of(path);
  double number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code code;
  for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code))
    entries.push_back(at->path());
  std::ranges::sort(entries);
  return entries;
}

// Documentation/hwmon/sysfs-interface of the kernel: temp*_input in thousandths of a degree Celsius.
void observe_temperatures(Speaker& speaker) {
  for (const auto& sensor : entries_of("/sys/class/hwmon")) {
    for (const auto& file : entries_of(sensor)) {
      const std::string name = file.filename();
      if (!name.starts_with("temp") || !name.ends_with("_input")) continue;
      const auto value = number_in(file);
      const std::string item =
          content_of(sensor / "name") + '.' + sensor.filename().string() + '.' + name.substr(0, name.size() - 6);
      if (value) speaker.observe("host.temperature", *value / 1000, "Cel", item);
    }
  }
}

void observe_frequencies(Speaker& speaker) {
  for (const auto& cpu : entries_of("/sys/devices/system/cpu")) {
    const auto kilohertz = number_in(cpu / "cpufreq" / "scaling_cur_freq");
    if (kilohertz) speaker.observe("host.frequency", *kilohertz * 1000, "Hz", cpu.filename().string());
  }
}

}  // namespace

std::optional<int64_t> available_memory() { return kilobytes(field(content_of("/proc/meminfo"), "MemAvailable", ':')); }

Json host_facts() {
  Json facts = Json::object();
  auto topology = read_topology();
  if (!topology) topology.emplace();
  add_processor(facts, std::move(topology->processor));
  add_memory(facts, std::move(topology->memory_nodes));
  facts.set("devices", std::move(topology->devices));
  add_system(facts);
  add_limits(facts);
  add_surroundings(facts);
  return facts;
}

std::optional<ProbeError> run_host_probe(const ProbeRequest& request, Speaker& speaker) {
  if (const auto* parameters = request.parameters.object_if(); parameters != nullptr && !parameters->empty()) {
    return ProbeError{.code = "parameter", .message = "the probe host takes no parameters"};
  }
  speaker.say(
      ProbeHello{.protocol = kProbeProtocol, .probe = "host", .version = PILOTAGE_VERSION, .found = host_facts()});
  observe_memory(speaker);
  observe_load(speaker);
  observe_temperatures(speaker);
  observe_frequencies(speaker);
  return std::nullopt;
}

}  // namespace pilotage
