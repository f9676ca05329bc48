// SPDX-License-Identifier: Apache-2.0
// Peaks: a measurement above what a platform's profile says its chip can do is a broken measurement, not a fast chip.
#pragma once

#include <filesystem>
#include <string>

#include "base/json.h"
#include "evidence/store.h"
#include "profile/profile.h"

namespace pilotage {

// Writes a refusal `implausible` against each metric of the attempt whose largest number lies above its peak:
// `gemm.FORMAT.flops` and `memory.LOOP.bandwidth`. Nothing where the profile or the host gives no bound.
Status refuse_above_peak(const Profile& profile, const Json& host_found, Sequence attempt, Store& store);

// What probe `host` found at the newest look at the platform that is complete; null where there was none.
Result<Json> host_of(const Store& store, const std::string& seal, const std::string& platform);

// The profile in `profiles`/`name`; nothing where there is no such folder, since not every stack has one yet.
Result<std::optional<Profile>> profile_if_known(const std::filesystem::path& profiles, const std::string& name);

}  // namespace pilotage
