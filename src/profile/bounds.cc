// SPDX-License-Identifier: Apache-2.0
// A virtual machine may show cores as it likes (two real cores as two threads of one), so there each thread counts as a
// core. What it may not use of the host (a container's share) does not count.
#include "profile/bounds.h"

#include <algorithm>
#include <string>

namespace pilotage {
namespace {

bool has_feature(const Json& processor, std::string_view wanted) {
  const Json* features = processor.find("features");
  const auto* list = features != nullptr ? features->array_if() : nullptr;
  if (list == nullptr) return false;
  return std::any_of(list->begin(), list->end(),
                     [&](const Json& one) { return one.string_if() != nullptr && *one.string_if() == wanted; });
}

bool fits(const Fact& fact, const Json& processor) {
  return std::all_of(fact.when.begin(), fact.when.end(), [&](const auto& one) { return has_feature(processor, one); });
}

std::optional<double> largest(const Profile& profile, std::string_view key, const Json& processor) {
  std::optional<double> value;
  for (const Fact* fact : profile.facts_of(key)) {
    if (fits(*fact, processor)) value = std::max(value.value_or(0), fact->value.value);
  }
  return value;
}

bool is_virtual(const Json& host_found) {
  const Json* surroundings = host_found.find("surroundings");
  const Json* answer = surroundings != nullptr ? surroundings->find("virtual_machine") : nullptr;
  return answer != nullptr && answer->boolean_if() != nullptr && *answer->boolean_if();
}

// 0 where the host did not say.
int64_t usable_cores(const Json& host_found, const Json& processor) {
  const int64_t threads = processor.integer_or("threads", 0);
  const int64_t cores = is_virtual(host_found) ? threads : processor.integer_or("cores", threads);
  return std::min(cores, processor.integer_or("allowed_threads", cores));
}

}  // namespace

std::optional<double> peak_flops(const Profile& profile, const Json& host_found, std::string_view format) {
  const Json* processor = host_found.find("processor");
  if (processor == nullptr) return std::nullopt;
  const auto per_cycle = largest(profile, "compute." + std::string(format), *processor);
  const auto frequency = largest(profile, "frequency.highest", *processor);
  const int64_t cores = usable_cores(host_found, *processor);
  if (!per_cycle || !frequency || cores <= 0) return std::nullopt;
  return static_cast<double>(cores) * *per_cycle * *frequency;
}

std::optional<double> peak_bandwidth(const Profile& profile, const Json& host_found) {
  const Json* processor = host_found.find("processor");
  if (processor == nullptr) return std::nullopt;
  const auto per_package = largest(profile, "memory.bandwidth", *processor);
  const int64_t packages = processor->integer_or("packages", 0);
  if (!per_package || packages <= 0) return std::nullopt;
  return static_cast<double>(packages) * *per_package;
}

}  // namespace pilotage
