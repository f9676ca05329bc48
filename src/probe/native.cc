// SPDX-License-Identifier: Apache-2.0
// The request is read byte by byte, so that nothing behind its line is lost. Across the start anew it waits in a memory
// file whose descriptor's number travels in a variable.
#include "probe/native.h"

#include <fmt/core.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "probe/framer.h"
#include "probe/gemm.h"
#include "probe/host.h"
#include "probe/memory.h"
#include "probe/watcher.h"

namespace pilotage {
namespace {

constexpr int kEnvironmentExit = 3;  // the project's exit code where the environment prevented the measurement
constexpr const char* kRequestVariable = "PILOTAGE_PROBE_REQUEST";

constexpr NativeProbe kProbes[] = {
    {"host", "the machine: processor, memory, devices on its bus, system, limits", run_host_probe},
    {"gemm", "matrix products of the processor: right sums first, then their speed", run_gemm_probe},
    {"memory", "memory bandwidth of the processor: copy, scale, add, triad", run_memory_probe},
};

// A driver that is lost before it has sent the request must not leave a probe that waits for ever. The request comes
// at once; a link that takes longer than this is no link.
constexpr int kLongestWaitMs = 60'000;

bool is_readable_in_time(int descriptor) {
  pollfd poller{descriptor, POLLIN, 0};
  int ready = 0;
  while ((ready = ::poll(&poller, 1, kLongestWaitMs)) < 0 && errno == EINTR) {
  }
  return ready > 0;
}

std::string read_line(int descriptor) {
  std::string line;
  char c = 0;
  while (line.size() <= Framer::kLongestLine && is_readable_in_time(descriptor)) {
    const ssize_t count = ::read(descriptor, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || c == '\n') break;
    line += c;
  }
  return line;
}

// The descriptor left by the process that started us anew, or -1.
int request_left_for_us() {
  const char* text = std::getenv(kRequestVariable);
  int descriptor = -1;
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), descriptor);
  return descriptor;
}

bool is_set_already(const std::pair<const std::string, std::string>& variable) {
  const char* value = std::getenv(variable.first.c_str());
  return value != nullptr && variable.second == value;
}

ProbeError cannot(std::string_view what) {
  return {.code = "environment", .message = fmt::format("cannot {}: {}", what, std::strerror(errno))};
}

bool leave_for_successor(const std::string& line) {
  const int file = ::memfd_create("request", 0);
  if (file < 0 || ::write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return false;
  return ::lseek(file, 0, SEEK_SET) == 0 && ::setenv(kRequestVariable, std::to_string(file).c_str(), 1) == 0;
}

// The thread count that a probe is asked for is, to its libraries, a variable that they read as they load.
std::map<std::string, std::string> environment_of(const ProbeRequest& request) {
  auto environment = request.environment;
  const int64_t threads = request.parameters.integer_or("threads", 0);
  if (threads > 0) environment["OMP_NUM_THREADS"] = std::to_string(threads);
  return environment;
}

// Returns only where it fails. Without a line the request is made by hand and will be made anew.
ProbeError start_anew(const std::map<std::string, std::string>& environment, const std::string& line) {
  const auto command_line = read_file("/proc/self/cmdline");
  if (!command_line.ok()) return {.code = "environment", .message = command_line.error().message()};
  auto words = split(*command_line, '\0');
  words.pop_back();  // each word ends with a NUL
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (!line.empty() && !leave_for_successor(line)) return cannot("keep the request");
  ::execv("/proc/self/exe", arguments.data());
  return cannot("start anew with the request's environment");
}

struct Received {
  std::string line;
  bool anew = false;  // this process has been started for the request's environment
};

Received receive() {
  const int left = request_left_for_us();
  if (left < 0) return {.line = read_line(STDIN_FILENO)};
  Received received{.line = read_line(left), .anew = true};
  ::close(left);
  ::unsetenv(kRequestVariable);
  return received;
}

std::string known_names() {
  std::vector<std::string> names;
  for (const auto& probe : kProbes) names.emplace_back(probe.name);
  return join(names, ", ");
}

std::optional<ProbeError> answer(const ProbeRequest& request, Speaker& speaker) {
  const auto* probe = std::ranges::find(kProbes, request.probe, &NativeProbe::name);
  if (probe != std::end(kProbes)) return probe->run(request, speaker);
  return ProbeError{.code = "probe",
                    .message = fmt::format("there is no probe \"{}\" here", excerpt(request.probe)),
                    .hint = "there are: " + known_names()};
}

int say_end(const std::optional<ProbeError>& error, Speaker& speaker) {
  if (error)
    speaker.say(*error);
  else
    speaker.say(ProbeDone{});
  return error ? kEnvironmentExit : 0;
}

// What is wrong with the request's members; empty where nothing is.
std::string mistake_in(const Json& request) {
  constexpr std::array<std::string_view, 5> kKnown = {"protocol", "probe", "device", "parameters", "environment"};
  for (const auto& [name, value] : *request.object_if()) {
    if (std::ranges::find(kKnown, name) == kKnown.end()) return fmt::format("unknown member \"{}\"", excerpt(name));
  }
  for (const auto* name : {"probe", "device"}) {
    if (request.text_or(name).empty()) return fmt::format("\"{}\" is no text", name);
  }
  for (const auto* name : {"parameters", "environment"}) {
    if (const Json* value = request.find(name); value != nullptr && value->object_if() == nullptr) {
      return fmt::format("\"{}\" is no object", name);
    }
  }
  return {};
}

}  // namespace

std::span<const NativeProbe> native_probes() { return kProbes; }

std::variant<ProbeRequest, ProbeError> parse_probe_request(std::string_view line) {
  const auto wrong = [](std::string message) { return ProbeError{.code = "request", .message = std::move(message)}; };
  const auto json = parse_json(line);
  if (!json.ok() || json->object_if() == nullptr) return wrong("the first line of the input is not one JSON object");
  if (json->integer_or("protocol", 0) != kProbeProtocol) {
    return ProbeError{.code = "protocol", .message = fmt::format("this probe speaks protocol {}", kProbeProtocol)};
  }
  if (auto mistake = mistake_in(*json); !mistake.empty()) return wrong(std::move(mistake));
  ProbeRequest request{.probe = std::string(json->text_or("probe")), .device = std::string(json->text_or("device"))};
  if (const Json* parameters = json->find("parameters")) request.parameters = *parameters;
  const Json* environment = json->find("environment");
  if (environment == nullptr) return request;
  for (const auto& [name, value] : *environment->object_if()) {
    const std::string* text = value.string_if();
    if (text == nullptr || name.empty() || name.find('=') != std::string::npos) {
      return wrong(fmt::format("\"environment\": \"{}\" is no variable with a text", excerpt(name)));
    }
    request.environment.emplace(name, *text);
  }
  return request;
}

Voice voice_of_rank() {
  for (const auto* name : {"RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
    if (const char* text = std::getenv(name); text != nullptr && std::atoi(text) > 0) return Voice::kSilent;
  }
  return Voice::kSpeaks;
}

int run_native_probe() {
  Speaker speaker(STDOUT_FILENO, voice_of_rank());
  const Received received = receive();
  const auto parsed = parse_probe_request(received.line);
  if (const auto* error = std::get_if<ProbeError>(&parsed)) return say_end(*error, speaker);
  const auto& request = std::get<ProbeRequest>(parsed);
  const auto environment = environment_of(request);
  if (!received.anew && !std::ranges::all_of(environment, is_set_already)) {
    return say_end(start_anew(environment, received.line), speaker);
  }
  const InputWatcher watcher(STDIN_FILENO);
  return say_end(answer(request, speaker), speaker);
}

int run_native_probe(const ProbeRequest& request) {
  Speaker speaker(STDOUT_FILENO, voice_of_rank());
  const auto environment = environment_of(request);
  if (!std::ranges::all_of(environment, is_set_already)) return say_end(start_anew(environment, ""), speaker);
  return say_end(answer(request, speaker), speaker);
}

}  // namespace pilotage
