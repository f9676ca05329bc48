// SPDX-License-Identifier: Apache-2.0
// Conversation: the runner's side of the protocol over bytes alone. It keeps the order of messages, the limits on what
// is said, and names the first breach; who started the probe and when it must end is the runner's business.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "probe/framer.h"
#include "probe/runner.h"

namespace pilotage {

class Conversation {
 public:
  // The sink is borrowed. `on_progress` may be empty.
  Conversation(const ProbeLimits& limits, ProbeSink& sink, std::function<void(const Progress&)> on_progress);

  // Takes what the probe wrote next; nothing more once `over`. The error is the sink's.
  Status feed(std::string_view output);
  // The probe has ended by itself: names what is wrong with how it ended.
  void finish(const ExitStatus& exit, std::string_view last_words);
  // A breach that is seen from outside; it ends the conversation.
  void end_by(std::string code, std::string message);

  bool over() const { return over_; }                                      // the probe is to be ended
  const std::vector<ProbeFailure>& breaches() const { return breaches_; }  // the first is the one that counts
  bool ended() const { return done_ || error_; }                           // `done` or `error` was said
  int64_t heard() const { return heard_; }  // grows with each message and each piece of an artifact
  bool blocked() const { return blocked_; }
  const Json& found() const { return found_; }

 private:
  Status take_line(std::string_view line);
  Status take_message(ProbeMessage message);
  Status take_bytes(const Framer::Piece& piece);
  bool in_order(const ProbeMessage& message);
  bool within_limits(const ProbeMessage& message);
  bool one_name(const std::string& artifact);
  bool one_unit(const std::string& metric, const std::string& unit);
  void note_facts(const ProbeMessage& message);
  bool breach(std::string code, std::string message, std::string hint = {});
  void finish_unsaid(const ExitStatus& exit, const std::string& how);

  ProbeLimits limits_;
  ProbeSink& sink_;
  std::function<void(const Progress&)> on_progress_;
  Framer framer_;
  std::map<std::string, std::string, std::less<>> units_;  // by metric
  std::string artifact_name_;
  std::set<std::string, std::less<>> artifacts_;  // their names
  std::vector<ProbeFailure> breaches_;
  std::optional<ProbeError> error_;
  bool over_ = false;
  bool done_ = false;
  bool blocked_ = false;
  Json found_;  // null: no hello yet
  int64_t heard_ = 0;
  int64_t numbers_ = 0;
  int64_t bytes_ = 0;
};

}  // namespace pilotage
