// SPDX-License-Identifier: Apache-2.0
// Environment locks: what the looks at the platforms found, as one digest each. Evidence of another lock is stale.
#pragma once

#include <map>
#include <string>

#include "evidence/store.h"

namespace pilotage {

// The digest of the lasting facts that `host` and `torch.env` said at their newest complete look under the seal, by
// platform. A platform that lacks one of the two has no entry.
Result<std::map<std::string, std::string>> environment_locks(const Store& store, const std::string& seal);

}  // namespace pilotage
