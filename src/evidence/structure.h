// SPDX-License-Identifier: Apache-2.0
// Structure: the rules that the records of a chain keep among each other. The writer refuses what breaks them, `verify`
// and `import` find it: one set of rules on both sides.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/json.h"
#include "evidence/record.h"

namespace pilotage {

class Structure {
 public:
  // Checks one record against all that were accepted before it. Errors are kDamaged and name the rule, not the place.
  Status accept(const RecordView& record);
  // An attempt that is known from before and takes no more numbers.
  void remember_ended(Sequence attempt) { attempts_[attempt] = {.ended = true, .counts = {}}; }
  // How many observations of each metric the attempt has so far.
  Json counts(Sequence attempt) const;
  bool is_open(Sequence attempt) const;

  struct Tally {
    int64_t observations = 0;
    int64_t attempts = 0;
    int64_t complete = 0;
  };
  const Tally& tally() const { return tally_; }
  // Digest and size of every artifact that an accepted record names.
  const std::map<std::string, int64_t>& artifacts() const { return artifacts_; }

 private:
  using Counts = std::map<std::string, int64_t, std::less<>>;
  struct State {
    bool ended = false;
    Counts counts;
  };
  Status accept_observation(const RecordView& record);
  Status accept_body(const RecordView& record);
  Status open_attempt(const RecordView& record, const Json& body);
  Status close_attempt(const RecordView& record, const Json& body);
  Status add_artifact(const Json& body);
  State* open_state(Sequence attempt);
  Status track();

  std::unordered_map<Sequence, State> attempts_;  // nodes stay where they are
  State* recent_state_ = nullptr;                 // of the observation before; ended or not
  Sequence recent_attempt_ = 0;
  std::map<std::string, int64_t> artifacts_;
  Tally tally_;
  int64_t tracked_ = 0;                           // attempts, artifacts, metrics of open attempts
};

bool is_digest(std::string_view text);   // 64 lower-case hex digits
bool is_metric(std::string_view text);   // dotted lower case, as the probe protocol has it
bool is_utf8(std::string_view text);

}  // namespace pilotage
