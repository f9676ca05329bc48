// SPDX-License-Identifier: Apache-2.0
// The Python packages that a tree itself brings: who imports those depends on nothing from outside.
#pragma once

#include <set>
#include <string>

#include "inventory/walk.h"

namespace pilotage {

// Names of folders that hold an __init__.py and stand in none that does.
std::set<std::string, std::less<>> own_modules(const Walked& walked);

}  // namespace pilotage
