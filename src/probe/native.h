// SPDX-License-Identifier: Apache-2.0
// The probe's side of the protocol for our own probes, which are all this one program: `pilotage probe run`.
// What is here runs in the probe's process, which the driver started; it writes to standard output and may exit.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "probe/runner.h"
#include "probe/speaker.h"

namespace pilotage {

struct NativeProbe {
  std::string_view name;
  std::string_view about;  // what it measures, in one line
  // Says `hello` and what it saw. `done` or the returned error is said by the caller.
  std::optional<ProbeError> (*run)(const ProbeRequest& request, Speaker& speaker);
};

std::span<const NativeProbe> native_probes();

// Reads the one request from standard input and answers it. Where the request's environment differs from ours, the
// program first starts itself anew with it, since libraries read such variables as they load. Ends at once when
// standard input ends. Returns the exit status.
int run_native_probe();
// The same for a request made by hand: nothing is read from standard input and nothing watches it.
int run_native_probe(const ProbeRequest& request);

// The request in a line, or what is wrong with it under the code `protocol` or `request`.
std::variant<ProbeRequest, ProbeError> parse_probe_request(std::string_view line);

// Above 0 in one of RANK, SLURM_PROCID, OMPI_COMM_WORLD_RANK, PMI_RANK: silent.
Voice voice_of_rank();

}  // namespace pilotage
