// SPDX-License-Identifier: Apache-2.0
// Whatever parse_json accepts has one canonical form, which reads back to itself; so does the pretty form.
#include "base/json.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto value = pilotage::parse_json({reinterpret_cast<const char*>(data), size});
  if (!value.ok()) return 0;
  const std::string canonical = value->canonical();
  PILOTAGE_CHECK(pilotage::parse_json(canonical)->canonical() == canonical);
  PILOTAGE_CHECK(pilotage::parse_json(value->pretty())->canonical() == canonical);
  return 0;
}
