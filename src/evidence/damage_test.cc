// SPDX-License-Identifier: Apache-2.0
// One changed byte anywhere: `verify` finds it, or everything that is read is what it was. Here a sample of the places;
// PILOTAGE_DAMAGE_STEP=1 tries every byte of every file, tests/store_damage.py does the same to a whole pilot.
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/file.h"
#include "evidence/bundle.h"
#include "evidence/testing.h"
#include "evidence/verify.h"

namespace pilotage {
namespace {

constexpr size_t kHeaderBytes = 100;  // of an SQLite file: each of them is tried
constexpr size_t kStep = 509;         // prime, so that it meets every place of a page's layout

size_t step() {
  const char* wanted = std::getenv("PILOTAGE_DAMAGE_STEP");
  return wanted != nullptr ? static_cast<size_t>(std::atoi(wanted)) : kStep;
}

// Everything that the reading functions give, or the first error.
Result<std::string> readings_of(const std::filesystem::path& folder) {
  const Store store = TRY(Store::open(folder, Access::kRead));
  std::string all;
  for (const Attempt& attempt : TRY(store.attempts())) {
    all += attempt.platform + attempt.started + attempt.shared.canonical() + (attempt.complete ? "+" : "-") + "\n";
    for (const std::string& metric : TRY(store.metrics(attempt.sequence))) {
      for (const Observation& one : TRY(store.observations(attempt.sequence, metric))) {
        all += one.metric + one.unit + one.item + std::to_string(one.run) + shortest(one.value) + "\n";
      }
    }
    for (const Artifact& artifact : TRY(store.artifacts(attempt.sequence))) {
      all += artifact.name + artifact.sha256 + TRY(read_file(store.artifact_path(artifact.sha256))) + "\n";
    }
  }
  for (int kind = 1; kind <= static_cast<int>(kLastKind); ++kind) {
    for (const Note& note : TRY(store.notes(static_cast<RecordKind>(kind)))) all += note.body.canonical() + "\n";
  }
  const auto summary = TRY(store.summary());
  return all + summary.head.hash + std::to_string(summary.observations);
}

class Damage : public testing::Test {
 protected:
  Damage() {
    Store store = open_to_write(path());
    expect(store.note(0, RecordKind::kSeal, Json::object().set("digest", "5ea1")));
    for (const auto* platform : {"cpu", "gpu"}) add_complete_attempt(store, platform, 15, "5ea1");
    const Sequence failed = expect(store.begin_attempt(attempt_on("npu")));
    expect(store.fail_attempt(failed, 2, Json::object().set("code", "crashed").set("message", "m").set("hint", "")));
    expect(store.commit());
  }

  std::filesystem::path path() const { return folder_.path() / "pilot"; }

  std::string exported() const {
    const auto bundle = folder_.path() / "exported.bundle";
    expect(export_bundle(open_to_read(path()), bundle));
    return expect(read_file(bundle));
  }

  // Tries the byte; the file is whole again afterwards.
  void flip(const std::filesystem::path& file, std::string& content, size_t place) {
    constexpr char kMasks[] = {'\x01', '\x80', '\xff', '\x10'};
    const char before = content[place];
    content[place] = static_cast<char>(before ^ kMasks[place % sizeof kMasks]);
    expect(write_file(file, content));
    if (verify(path()).ok()) {
      ++harmless_;
      EXPECT_EQ(exported(), bundle_) << file << " byte " << place;
      EXPECT_EQ(expect(readings_of(path())), readings_) << file << " byte " << place;
    } else {
      (void)readings_of(path());  // wrong or an error, but no crash
    }
    content[place] = before;
    expect(write_file(file, content));
  }

  void flip_all(const std::filesystem::path& file) {
    bundle_ = exported();
    readings_ = expect(readings_of(path()));
    std::string content = expect(read_file(file));
    for (size_t i = 0; i < content.size(); i += i < kHeaderBytes ? std::min<size_t>(step(), 5) : step()) flip(file, content, i);
    EXPECT_TRUE(verify(path()).ok());
    RecordProperty("harmless", static_cast<int>(harmless_));
  }

  TemporaryFolder folder_;
  std::string bundle_;
  std::string readings_;
  int64_t harmless_ = 0;
};

TEST_F(Damage, of_the_records_is_found_or_changes_nothing) { flip_all(path() / "evidence.db"); }

TEST_F(Damage, of_an_artifact_is_always_found) {
  flip_all(open_to_read(path()).artifact_path(sha256_hex("outputs of cpu")));
  EXPECT_EQ(harmless_, 0);
}

TEST_F(Damage, of_the_head_file_is_always_found) {
  flip_all(path() / "head.json");
  EXPECT_EQ(harmless_, 0);
}

TEST_F(Damage, that_cuts_the_file_is_found) {
  const std::string whole = expect(read_file(path() / "evidence.db"));
  for (size_t size = 0; size < whole.size(); size += 3001) {
    expect(write_file(path() / "evidence.db", whole.substr(0, size)));
    EXPECT_FALSE(verify(path()).ok()) << size;
    EXPECT_FALSE(readings_of(path()).ok()) << size;
  }
}

}  // namespace
}  // namespace pilotage
