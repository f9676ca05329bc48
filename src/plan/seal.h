// SPDX-License-Identifier: Apache-2.0
// Seal: what is fixed before acceptance evidence may be recorded: the plan in its canonical form and the data's
// digests. The digest names it; the time and a signature stand beside and change nothing of it. Who stores it is not
// said here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "base/json.h"
#include "plan/plan.h"

namespace pilotage {

struct SealedData {
  std::string path;  // as the plan writes it
  std::string sha256;
  int64_t items = 0;
};

struct Seal {
  std::string digest;                      // SHA-256 of `sealed_text`
  std::string plan_digest;                 // SHA-256 of the plan's canonical form
  std::map<std::string, SealedData> data;  // by workload
  std::string time;                        // UTC, for people; outside the digest
  std::string signature;                   // armored SSH signature of `sealed_text`; empty: not signed
  std::string signer;                      // the public key that signed; empty: not signed
};

std::string digest_of(const Plan& plan);

// Reads the data files. Signs where the plan names a `signing_key`.
Result<Seal> make_seal(const Plan& plan);

// The one canonical line that the digest and the signature are of.
std::string sealed_text(const Seal& seal);

Json seal_to_json(const Seal& seal);
// Refuses a seal whose digest is not that of its content, unknown members, and digests that are none.
Result<Seal> seal_from_json(const Json& json);

// Why the plan is not the sealed one: another plan or other data, naming which; "" where it is the same. Reads the
// data.
Result<std::string> difference_from_seal(const Plan& plan, const Seal& seal);

}  // namespace pilotage
