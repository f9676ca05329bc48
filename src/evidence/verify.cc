// SPDX-License-Identifier: Apache-2.0
#include "evidence/verify.h"

#include <algorithm>
#include <set>

#include "evidence/chain.h"
#include "evidence/connection.h"
#include "evidence/head.h"

namespace pilotage {
namespace {

// A head that the chain must contain, and whether it did.
struct Demand {
  std::string from;
  Head head;
  bool met = false;
};

class Verification {
 public:
  Verification(std::filesystem::path folder, Database database) : folder_(std::move(folder)), database_(std::move(database)) {}

  void demand(std::string from, const Head& head) { demands_.push_back({std::move(from), head}); }

  Result<VerifyReport> run() {
    TRY(database_.execute("BEGIN"));  // one snapshot, also beside a writer
    TRY(check_format(database_));
    TRY(check_file());
    TRY(words_.load(database_));
    TRY(check_records());
    TRY(check_words());
    TRY(check_demands());
    TRY(check_artifacts());
    list_foreign();
    fill_report();
    return std::move(report_);
  }

 private:
  Status check_file() const {
    const std::string found = TRY(database_.text_of("PRAGMA integrity_check(1)"));
    if (found != "ok") return damaged_error("evidence.db: " + found);
    return Done{};
  }

  Status check_records() {
    meet_demands();
    Statement statement = TRY(database_.prepare("SELECT " + std::string(kRecordColumns) + " FROM record ORDER BY seq"));
    while (TRY(statement.step())) {
      const RecordRow row = TRY(read_row(statement, words_));
      use_word(statement.integer(3));
      use_word(statement.integer(4));
      const Digest digest = TRY(chain_.accept(row.view));
      if (bytes_of(digest) != row.hash) {
        return damaged_error("record " + std::to_string(row.view.sequence) + ": its hash is not that of its content and of "
                             "the chain before it: it was changed, or one before it was");
      }
      meet_demands();
    }
    return chain_.finish();
  }

  void meet_demands() {
    for (Demand& demand : demands_) {
      if (demand.head.sequence == chain_.sequence()) demand.met = demand.head.hash == chain_.head().hash;
    }
  }

  void use_word(int64_t id) {
    if (std::find(recent_words_.begin(), recent_words_.end(), id) != recent_words_.end()) return;
    recent_words_ = {id, recent_words_[0], recent_words_[1], recent_words_[2]};
    used_words_.insert(id);
  }

  Status check_words() const {
    for (const auto& [id, text] : words_.all()) {
      if (!used_words_.contains(id)) return damaged_error("table word: no record uses word " + std::to_string(id));
    }
    return Done{};
  }

  Status check_demands() const {
    for (const Demand& demand : demands_) {
      if (demand.met) continue;
      const std::string number = std::to_string(demand.head.sequence);
      if (demand.head.sequence > chain_.sequence()) {
        return damaged_error("the chain ends at record " + std::to_string(chain_.sequence()) + ", but " + demand.from +
                             " knows it up to record " + number + ": records were cut off");
      }
      return damaged_error("record " + number + " has another hash than " + demand.from + " says: this is another chain");
    }
    return Done{};
  }

  Status check_artifacts() {
    for (const auto& [digest, bytes] : chain_.structure().artifacts()) {
      TRY(check_artifact(digest, bytes).in("artifact " + digest));
      report_.artifact_bytes += bytes;
    }
    return Done{};
  }

  Status check_artifact(const std::string& digest, int64_t bytes) const {
    const auto path = artifact_file(folder_, digest);
    std::error_code code;
    const auto status = std::filesystem::symlink_status(path, code);
    if (status.type() == std::filesystem::file_type::not_found) return damaged_error("the file is missing");
    if (status.type() == std::filesystem::file_type::none) {
      return environment_error("cannot look at \"" + path.string() + "\": " + code.message(), "check the rights of its folder");
    }
    if (status.type() != std::filesystem::file_type::regular) return damaged_error("it is not a plain file");
    const auto size = std::filesystem::file_size(path, code);
    if (code || size != static_cast<uintmax_t>(bytes)) {
      return damaged_error("the file has " + std::to_string(size) + " bytes, its record says " + std::to_string(bytes));
    }
    if (TRY(sha256_of_file(path)) != digest) return damaged_error("the file's bytes were changed");
    return Done{};
  }

  void list_foreign() {
    std::error_code code;
    auto entry = std::filesystem::recursive_directory_iterator(folder_, code);
    for (; !code && entry != std::filesystem::recursive_directory_iterator(); entry.increment(code)) {
      const auto relative = entry->path().lexically_relative(folder_);
      std::error_code ignored;
      if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) continue;
      if (!belongs(relative)) report_.foreign.push_back(relative.string());
    }
    std::sort(report_.foreign.begin(), report_.foreign.end());
  }

  bool belongs(const std::filesystem::path& relative) const {
    constexpr std::string_view kOurs[] = {"evidence.db", "evidence.db-wal", "evidence.db-shm", "evidence.db-journal",
                                          "head.json", "lock"};
    if (std::find(std::begin(kOurs), std::end(kOurs), relative.string()) != std::end(kOurs)) return true;
    if (relative.parent_path() == std::filesystem::path("artifacts") / "incoming") return true;
    const std::string name = relative.filename().string();
    return chain_.structure().artifacts().contains(name) && relative == artifact_file({}, name);
  }

  void fill_report() {
    const auto& tally = chain_.structure().tally();
    report_.head = chain_.head();
    report_.observations = tally.observations;
    report_.attempts = tally.attempts;
    report_.complete_attempts = tally.complete;
    report_.imported_chains = chain_.imported();
    report_.artifacts = std::ssize(chain_.structure().artifacts());
  }

  std::filesystem::path folder_;
  Database database_;
  Words words_;
  ChainCheck chain_;
  std::vector<Demand> demands_;
  std::set<int64_t> used_words_;
  std::array<int64_t, 4> recent_words_{};
  VerifyReport report_;
};

}  // namespace

Result<VerifyReport> verify(const std::filesystem::path& folder, const std::optional<Head>& expected) {
  // Before the snapshot: a writer that closes meanwhile must not make the chain look cut off.
  const auto known = TRY(read_head_file(folder / "head.json"));
  Verification verification(folder, TRY(open_for_reading(folder)));
  if (known) verification.demand("head.json", *known);
  if (expected) verification.demand("the head that was handed in", *expected);
  VerifyReport report = TRY(verification.run());
  if (!known && report.head.sequence > 0) return damaged_error("head.json is missing: it was removed");
  return report;
}

}  // namespace pilotage
