// SPDX-License-Identifier: Apache-2.0
// The first breach counts, and ends the conversation where the limits do not say to go on. An `error` that the probe
// itself says is no breach until the end, so that what it still writes to standard error is not lost.
#include "probe/conversation.h"

#include <fmt/core.h>

#include "probe/diagnostics.h"

namespace pilotage {
namespace {

constexpr size_t kMostBreaches = 100;
constexpr size_t kMostArtifacts = 10'000;
constexpr size_t kLongestError = 2000;  // bytes; what is longer is a log, and would hide what else is said

int64_t weight(const ProbeMessage& message) {
  const auto* series = std::get_if<ProbeSeries>(&message);
  return 1 + (series != nullptr ? static_cast<int64_t>(series->values.size()) : 0);
}

// A probe's own words, as they are shown.
std::string words_of(std::string_view text) {
  return as_utf8(text.substr(0, kLongestError)) + (text.size() > kLongestError ? "…" : "");
}

// What a shell or ssh means by the status, where the probe did not get so far as to say hello.
std::string hint_for(const ExitStatus& exit) {
  if (exit.code == 127) return "the command was not found there: does the platform's root hold what the plan names?";
  if (exit.code == 126) return "the command cannot be executed there: is it a program for that machine?";
  if (exit.code == 255) return "255 is what ssh returns when it cannot reach the host or is cut off";
  return {};
}

}  // namespace

Conversation::Conversation(const ProbeLimits& limits, ProbeSink& sink, std::function<void(const Progress&)> on_progress)
    : limits_(limits), sink_(sink), on_progress_(std::move(on_progress)) {}

// Returns false, for the caller to pass on.
bool Conversation::breach(std::string code, std::string message, std::string hint) {
  if (breaches_.size() < kMostBreaches) breaches_.push_back({std::move(code), std::move(message), std::move(hint)});
  over_ = over_ || limits_.after_breach == AfterBreach::kStop || breaches_.size() == kMostBreaches;
  return false;
}

void Conversation::end_by(std::string code, std::string message) {
  if (!over_) breach(std::move(code), std::move(message));
  over_ = true;
}

Status Conversation::feed(std::string_view output) {
  bytes_ += static_cast<int64_t>(output.size());
  if (bytes_ > limits_.bytes) end_by("too_much_output", fmt::format("wrote more than {} bytes", limits_.bytes));
  framer_.feed(output);
  while (!over_) {
    const Framer::Piece piece = framer_.next();
    switch (piece.kind) {
      case Framer::Kind::kMore: return Done{};
      case Framer::Kind::kTooLong: end_by("line_too_long", "a line has more than 4 MiB"); break;
      case Framer::Kind::kBytes: TRY(take_bytes(piece)); break;
      case Framer::Kind::kLine: TRY(take_line(piece.bytes)); break;
    }
  }
  return Done{};
}

Status Conversation::take_line(std::string_view line) {
  if (ended()) {
    breach("after_done", "something came after the end: " + excerpt(line));
    return Done{};
  }
  auto parsed = parse_probe_message(line);
  if (auto* message = std::get_if<ProbeMessage>(&parsed)) return take_message(std::move(*message));
  auto& failure = std::get<ProbeFailure>(parsed);
  if (found_.is_null() && failure.code == "not_json" && failure.hint.empty()) {
    failure.hint = "nothing else may write to the probe's standard output, a login script on the host neither";
  }
  breach(std::move(failure.code), std::move(failure.message), std::move(failure.hint));
  return Done{};
}

Status Conversation::take_message(ProbeMessage message) {
  ++heard_;
  if (!in_order(message) || !within_limits(message)) return Done{};
  note_facts(message);
  if (ended()) return Done{};
  if (const auto* progress = std::get_if<Progress>(&message)) {
    if (on_progress_) on_progress_(*progress);
    return Done{};
  }
  return sink_.take(message);
}

bool Conversation::in_order(const ProbeMessage& message) {
  const bool is_hello = std::holds_alternative<ProbeHello>(message);
  if (!found_.is_null() && is_hello) return breach("bad_message", "\"hello\" was said twice");
  if (!found_.is_null() || is_hello || std::holds_alternative<ProbeError>(message)) return true;
  found_ = Json::object();  // said once is enough
  return breach("no_hello", "the first message is not \"hello\"");
}

bool Conversation::within_limits(const ProbeMessage& message) {
  numbers_ += weight(message);
  if (numbers_ > limits_.numbers) {
    end_by("too_much_output", fmt::format("said more than {} numbers and messages", limits_.numbers));
    return false;
  }
  if (const auto* one = std::get_if<Observation>(&message)) return one_unit(one->metric, one->unit);
  if (const auto* artifact = std::get_if<ProbeArtifact>(&message)) return one_name(artifact->name);
  if (const auto* many = std::get_if<ProbeSeries>(&message)) return one_unit(many->metric, many->unit);
  return true;
}

// The bytes of a second one follow all the same, so it is passed over only where the conversation ends.
bool Conversation::one_name(const std::string& artifact) {
  if (!artifacts_.insert(artifact).second) {
    breach("bad_message", fmt::format("two artifacts have the name \"{}\"", excerpt(artifact)));
  }
  if (artifacts_.size() > kMostArtifacts) {
    end_by("too_much_output", fmt::format("named more than {} artifacts", kMostArtifacts));
  }
  return !over_;
}

bool Conversation::one_unit(const std::string& metric, const std::string& unit) {
  auto known = units_.find(metric);
  if (known == units_.end()) known = units_.emplace(metric, unit).first;
  if (static_cast<int64_t>(units_.size()) > limits_.metrics) {
    end_by("too_much_output", fmt::format("named more than {} metrics", limits_.metrics));
    return false;
  }
  if (known->second == unit) return true;
  return breach("bad_message", fmt::format("metric \"{}\" has the unit \"{}\" here and \"{}\" before", metric,
                                           excerpt(unit), excerpt(known->second)));
}

void Conversation::note_facts(const ProbeMessage& message) {
  if (const auto* hello = std::get_if<ProbeHello>(&message)) found_ = hello->found;
  if (const auto* finding = std::get_if<ProbeFinding>(&message)) blocked_ = blocked_ || finding->blocking;
  if (const auto* error = std::get_if<ProbeError>(&message)) error_ = *error;
  if (std::holds_alternative<ProbeDone>(message)) done_ = true;
  if (const auto* artifact = std::get_if<ProbeArtifact>(&message)) {
    artifact_name_ = artifact->name;
    framer_.expect_bytes(artifact->bytes);
  }
}

Status Conversation::take_bytes(const Framer::Piece& piece) {
  ++heard_;
  TRY(sink_.take_bytes(piece.bytes));
  if (piece.last && !TRY(sink_.end_artifact())) {
    breach("wrong_digest", fmt::format("the bytes of artifact \"{}\" are not those of its digest", artifact_name_));
  }
  return Done{};
}

void Conversation::finish(const ExitStatus& exit, std::string_view last_words) {
  if (over_) return;
  const std::string how = exit.text() + (last_words.empty() ? "" : fmt::format("; it last wrote: {}", last_words));
  if (error_) breach("probe_error", error_->code + ": " + words_of(error_->message), words_of(error_->hint));
  if (ended() && framer_.inside_line()) breach("after_done", "half a line came after the end");
  if (done_ && !exit.success()) breach("exit_status", "said \"done\", then ended with " + how);
  if (!ended()) finish_unsaid(exit, how);
}

// It ended without a last message.
void Conversation::finish_unsaid(const ExitStatus& exit, const std::string& how) {
  const std::string where = framer_.inside_bytes()  ? fmt::format(" inside artifact \"{}\"", artifact_name_)
                            : framer_.inside_line() ? " inside a line"
                                                    : "";
  if (exit.signal != 0) {
    breach("crashed", "ended" + where + " by " + how);
  } else if (framer_.inside_bytes()) {
    breach("truncated_artifact",
           fmt::format("the output ended{}, {} bytes short, with {}", where, framer_.missing_bytes(), how));
  } else if (found_.is_null()) {
    breach("no_hello", "the output ended" + where + " before \"hello\" with " + how, hint_for(exit));
  } else {
    breach("no_done", "the output ended" + where + " without \"done\" or \"error\", with " + how);
  }
}

}  // namespace pilotage
