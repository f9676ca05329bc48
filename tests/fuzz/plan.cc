// SPDX-License-Identifier: Apache-2.0
// A plan is either refused with a message that a user can act on, or has a canonical form, which is what gets sealed.
#include "plan/plan.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto plan = pilotage::parse_plan({reinterpret_cast<const char*>(data), size}, "pilot.toml");
  if (!plan.ok()) {
    PILOTAGE_CHECK(plan.error().kind() == pilotage::ErrorKind::kUsage);
    PILOTAGE_CHECK(plan.error().message().starts_with("pilot.toml"));
    return 0;
  }
  PILOTAGE_CHECK(plan->reference().role == pilotage::Role::kReference);
  const std::string sealed = pilotage::plan_to_json(*plan).canonical();
  PILOTAGE_CHECK(pilotage::parse_json(sealed)->canonical() == sealed);
  return 0;
}
