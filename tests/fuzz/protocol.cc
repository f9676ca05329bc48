// SPDX-License-Identifier: Apache-2.0
// The first byte says in how small pieces a probe's output arrives and whether to go on after a breach; the rest is the
// output. What the conversation takes and refuses must not depend on the pieces, and every message that it takes must be
// one that our own side would say and read again.
#include <cstddef>
#include <cstdint>

#include "probe/conversation.h"
#include "probe/speaker.h"

namespace {

using namespace pilotage;

// Remembers everything as text. Of the artifacts, those whose digest starts with 0 are sound.
struct TextSink : ProbeSink {
  std::string said;
  char digest = '0';

  Status take(const ProbeMessage& message) override {
    said += probe_line(message);
    if (const auto* artifact = std::get_if<ProbeArtifact>(&message)) digest = artifact->sha256[0];
    return Done{};
  }
  Status take_bytes(std::string_view bytes) override {
    said += bytes;
    return Done{};
  }
  Result<bool> end_artifact() override { return digest == '0'; }
  Status keep() override { return Done{}; }
};

// All that came of the output, as one text.
std::string heard(std::string_view output, size_t piece, AfterBreach after) {
  ProbeLimits limits{.after_breach = after};
  limits.numbers = 64;  // within reach of a short input
  limits.metrics = 8;
  TextSink sink;
  Conversation conversation(limits, sink, {});
  for (std::string_view rest = output; !rest.empty() && !conversation.over();) {
    PILOTAGE_CHECK(conversation.feed(rest.substr(0, piece)).ok());
    rest.remove_prefix(std::min(piece, rest.size()));
  }
  if (!conversation.over()) conversation.finish({}, "last words");
  for (const ProbeFailure& breach : conversation.breaches()) sink.said += breach.code + "\n";
  PILOTAGE_CHECK(conversation.ended() || !conversation.breaches().empty());
  return sink.said;
}

void check_message(std::string_view line) {
  const auto parsed = parse_probe_message(line);
  const auto* message = std::get_if<ProbeMessage>(&parsed);
  if (message == nullptr) return;
  const std::string said = probe_line(*message);
  const auto again = parse_probe_message(std::string_view(said).substr(0, said.size() - 1));
  PILOTAGE_CHECK(std::get_if<ProbeMessage>(&again) != nullptr);
  PILOTAGE_CHECK(probe_line(std::get<ProbeMessage>(again)) == said);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view output(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t piece = 1 + data[0] % 64;
  const AfterBreach after = data[0] < 128 ? AfterBreach::kStop : AfterBreach::kGoOn;
  PILOTAGE_CHECK(heard(output, piece, after) == heard(output, output.size(), after));
  check_message(output.substr(0, output.find('\n')));
  return 0;
}
