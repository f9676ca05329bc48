// SPDX-License-Identifier: Apache-2.0
#include "stage/outputs.h"

#include "base/file.h"
#include "evidence/testing.h"

namespace pilotage {
namespace {

void add_artifact(Store& store, Sequence attempt, const std::string& name, const std::string& bytes) {
  const Artifact artifact{.attempt = attempt, .name = name, .media = "m", .sha256 = sha256_hex(bytes), .bytes = std::ssize(bytes)};
  auto writer = expect(store.new_artifact(artifact.sha256, artifact.bytes));
  expect(writer->write(bytes));
  expect(store.finish_artifact(attempt, std::move(writer), artifact));
}

// A complete attempt whose file of tensors is none.
Attempt attempt_with_unsound_outputs(Store& store) {
  const Sequence attempt = expect(store.begin_attempt(attempt_on("cpu")));
  add_artifact(store, attempt, "outputs", "not a file of tensors");
  add_artifact(store, attempt, "items", "[\"a\"]");
  expect(store.end_attempt(attempt, 1));
  expect(store.commit());
  return expect(store.attempts()).front();
}

TEST(Outputs, an_unsound_file_as_the_probe_sent_it_is_refused_and_no_damage) {
  const TemporaryFolder folder;
  Store store = open_to_write(folder.path());
  const Outputs outputs = expect(read_outputs(store, attempt_with_unsound_outputs(store)));
  for (const Derived& derived : {expect(scores_of(outputs, {})), expect(differences_of(outputs, outputs, {}))}) {
    ASSERT_TRUE(derived.fault.has_value());
    EXPECT_EQ(derived.fault->code, "unreadable");
    EXPECT_TRUE(derived.observations.empty());
  }
}

TEST(Outputs, a_file_that_was_changed_since_is_damage) {
  const TemporaryFolder folder;
  Store store = open_to_write(folder.path());
  const Attempt attempt = attempt_with_unsound_outputs(store);
  expect(write_file(store.artifact_path(expect(store.artifacts(attempt.sequence)).front().sha256), "changed"));
  const auto outputs = read_outputs(store, attempt);
  ASSERT_FALSE(outputs.ok());
  EXPECT_EQ(outputs.error().kind(), ErrorKind::kDamaged);
}

}  // namespace
}  // namespace pilotage
