// SPDX-License-Identifier: Apache-2.0
// CLI11's header costs seconds a file, so src/cli compiles it once.
#pragma once

#include <CLI/CLI.hpp>
