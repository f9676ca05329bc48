// SPDX-License-Identifier: Apache-2.0
// The stages of the procedure and the cases that each consists of. A stage decides what is measured, never what it means.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "plan/plan.h"
#include "plan/seal.h"

namespace pilotage {

struct Stage {
  std::string_view name;
  std::string_view question;
  // Why nothing of it can be measured yet; empty where it can.
  std::string_view not_built;
};

// All of them, in the order of the procedure.
std::span<const Stage> all_stages();

// One thing to measure: one probe on one platform, once, in a process of its own.
struct Case {
  std::string stage;
  const Platform* platform = nullptr;    // of the plan; outlives the case
  const Workload* workload = nullptr;    // null where none takes part
  std::string probe;
  int64_t run = 0;
  Json parameters = Json::object();      // what the probe gets
  Json shared = Json::object();          // conditions that must be equal on both sides
  Json own = Json::object();             // conditions that must be what the plan declares
  std::string not_to_run;                // why the plan itself rules it out (a paper platform, …); else empty

  std::string title() const;             // `answers: torch.run of search on cpu-bf16`
};

// Untimed cases: the reference first, then the candidates as written. Timed ones go to and fro over the platforms, run
// by run (A B C, C B A, …), so that a drift of the machine meets all alike. `look` numbers the looks at the environment.
Result<std::vector<Case>> cases_in_order(const Stage& stage, const Plan& plan, const Seal& seal, int64_t look);

// The digest under which a case counts as the same: request, entry, data, environment lock and seal.
std::string key_of(const Case& one, const std::string& environment_lock, const std::string& seal);

}  // namespace pilotage
