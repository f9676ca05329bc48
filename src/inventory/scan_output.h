// SPDX-License-Identifier: Apache-2.0
// A scan for programs: our own JSON (docs/json.md), and SARIF for viewers of code findings.
#pragma once

#include <string_view>

#include "base/json.h"
#include "inventory/scan.h"
#include "inventory/summary.h"

namespace pilotage {

Json scan_to_json(const ScanResult& result, const RuleBook& book);

// SARIF 2.1.0, one run. A finding's level follows from its class for the target that takes it hardest: development is
// an error, adaptation and unknown are warnings, a device change is a note.
Json scan_to_sarif(const ScanResult& result, const RuleBook& book, std::string_view version);

}  // namespace pilotage
