// SPDX-License-Identifier: Apache-2.0
#include "evidence/bundle.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"
#include "evidence/testing.h"

namespace pilotage {
namespace {

constexpr const char* kSeal = "5ea1";

void seal(Store& store, const std::string& digest) {
  expect(store.note(0, RecordKind::kSeal, Json::object().set("digest", Json(digest))));
  expect(store.commit());
}

// A sealed store with one platform, and its bundle.
class Bundle : public testing::Test {
 protected:
  Bundle() {
    make(folder_.path() / "there", "gpu", kSeal);
    bundle_ = folder_.path() / "there.bundle";
    head_ = expect(export_bundle(open_to_read(folder_.path() / "there"), bundle_));
  }

  static void make(const std::filesystem::path& path, const std::string& platform, const std::string& seal_digest) {
    Store store = open_to_write(path);
    seal(store, seal_digest);
    add_complete_attempt(store, platform, 5, seal_digest);
  }

  // The error of importing into a store like that; empty where it is taken.
  std::string refusal(const std::string& platform, const std::string& seal_digest) {
    const auto here = folder_.path() / ("here-" + platform + seal_digest);
    make(here, platform, seal_digest);
    Store store = open_to_write(here);
    const auto imported = import_bundle(bundle_, store);
    const int64_t records = expect(store.summary()).head.sequence;
    EXPECT_EQ(records, imported.ok() ? 31 : 15);
    return imported.ok() ? "" : imported.error().message();
  }

  TemporaryFolder folder_;
  std::filesystem::path bundle_;
  Head head_;
};

class Memory final : public ByteSource {
 public:
  explicit Memory(std::string text) : text_(std::move(text)) {}
  Result<size_t> read(std::span<char> into) override {
    const size_t count = std::min({into.size(), text_.size() - used_, size_t{7}});  // small pieces meet every boundary
    std::copy_n(text_.data() + used_, count, into.data());
    used_ += count;
    return count;
  }

 private:
  std::string text_;
  size_t used_ = 0;
};

class Nowhere final : public BundleSink {
 public:
  Status header(const BundleHeader&) override { return Done{}; }
  Status record(const RecordView&, const Digest&) override { return Done{}; }
  Status begin_artifact(const std::string&, int64_t) override { return Done{}; }
  Status artifact_bytes(std::string_view) override { return Done{}; }
  Status end_artifact() override { return Done{}; }
};

bool reads(const std::string& text) {
  Memory source(text);
  Nowhere sink;
  return read_bundle(source, sink).ok();
}

TEST_F(Bundle, into_an_empty_store_recreates_the_same_chain) {
  const auto copy = folder_.path() / "copy";
  {
    Store store = open_to_write(copy);
    const ImportReport report = expect(import_bundle(bundle_, store));
    EXPECT_TRUE(report.recreated);
    EXPECT_EQ(report.platforms, std::vector<std::string>{"gpu"});
    EXPECT_EQ(report.observations, 10);
  }
  EXPECT_EQ(expect(verify(copy, head_)).head.hash, head_.hash);
  const auto again = folder_.path() / "again.bundle";
  expect(export_bundle(open_to_read(copy), again));
  EXPECT_EQ(expect(read_file(again)), expect(read_file(bundle_)));
}

TEST_F(Bundle, into_another_pilot_takes_the_chain_whole) {
  const auto here = folder_.path() / "here";
  make(here, "cpu", kSeal);
  {
    Store store = open_to_write(here);
    EXPECT_FALSE(expect(import_bundle(bundle_, store)).recreated);
  }
  const auto report = expect(verify(here));
  EXPECT_EQ(report.imported_chains, 1);
  EXPECT_EQ(report.complete_attempts, 2);
  const Store store = open_to_read(here);
  const auto attempts = expect(store.attempts());
  ASSERT_EQ(attempts.size(), 2U);
  EXPECT_EQ(attempts[1].platform, "gpu");
  EXPECT_EQ(expect(store.observations(attempts[1].sequence, "latency.batch")).size(), 5U);
  EXPECT_EQ(expect(store.artifacts(attempts[1].sequence)).size(), 1U);
  EXPECT_EQ(expect(store.notes(RecordKind::kImported))[0].body.find("head")->text_or("hash"), head_.hash);
  EXPECT_EQ(expect(store.notes(RecordKind::kSeal)).size(), 1U);
}

TEST_F(Bundle, an_import_can_be_exported_and_imported_in_turn) {
  const auto here = folder_.path() / "here";
  make(here, "cpu", kSeal);
  { Store store = open_to_write(here); expect(import_bundle(bundle_, store)); }
  const auto second = folder_.path() / "second.bundle";
  expect(export_bundle(open_to_read(here), second));
  const auto third = folder_.path() / "third";
  make(third, "npu", kSeal);
  { Store store = open_to_write(third); expect(import_bundle(second, store)); }
  EXPECT_EQ(expect(verify(third)).imported_chains, 2);
}

TEST_F(Bundle, refuses_another_seal_and_a_platform_that_is_there) {
  EXPECT_EQ(refusal("cpu", kSeal), "");
  EXPECT_NE(refusal("cpu", "0ther").find("under the seal 0ther"), std::string::npos);
  EXPECT_NE(refusal("gpu", kSeal).find("\"gpu\""), std::string::npos);
}

TEST_F(Bundle, refuses_attempts_that_claim_a_seal_before_it_was_made) {
  const auto early = folder_.path() / "early";
  {
    Store store = open_to_write(early);
    add_complete_attempt(store, "gpu", 1, kSeal);
    seal(store, kSeal);
  }
  expect(export_bundle(open_to_read(early), bundle_));
  EXPECT_NE(refusal("cpu", kSeal).find("not in force"), std::string::npos);
}

TEST_F(Bundle, verifies_and_finds_a_head_that_it_does_not_contain) {
  EXPECT_EQ(expect(verify_bundle(bundle_, head_)).head.hash, head_.hash);
  Head other = head_;
  other.hash[0] = other.hash[0] == '0' ? '1' : '0';
  EXPECT_FALSE(verify_bundle(bundle_, other).ok());
}

TEST_F(Bundle, finds_flipped_bytes) {
  const std::string whole = expect(read_file(bundle_));
  for (size_t i = 0; i < whole.size(); i += 11) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
    expect(write_file(bundle_, flipped));
    const auto report = verify_bundle(bundle_);
    if (report.ok()) {
      EXPECT_EQ(report->head.hash, head_.hash) << "byte " << i;
    }
  }
}

TEST_F(Bundle, finds_what_was_cut_off_and_what_was_added) {
  const std::string whole = expect(read_file(bundle_));
  for (const size_t size : {size_t{0}, size_t{3}, whole.size() / 2, whole.size() - 1}) {
    expect(write_file(bundle_, whole.substr(0, size)));
    EXPECT_FALSE(verify_bundle(bundle_).ok()) << size;
  }
  expect(write_file(bundle_, whole + "x"));
  EXPECT_FALSE(verify_bundle(bundle_).ok());
  expect(write_file(bundle_, whole + whole));
  EXPECT_FALSE(verify_bundle(bundle_).ok());
}

TEST(BundleReader, refuses_what_it_did_not_write) {
  const std::string zero(64, '0');
  const std::string header = "{\"artifact_bytes\":0,\"artifacts\":0,\"format\":\"pilotage-bundle\",\"head\":{\"hash\":\"" + zero +
                             "\",\"sequence\":0},\"version\":1}\n";
  EXPECT_TRUE(reads(header + "{\"end\":true}\n"));
  EXPECT_FALSE(reads(header));
  EXPECT_FALSE(reads(header + "{\"end\": true}\n"));
  EXPECT_FALSE(reads(header + "{\"end\":true}\nmore"));
  EXPECT_FALSE(reads(" " + header + "{\"end\":true}\n"));
  EXPECT_FALSE(reads(""));
  std::string later = header;
  later.replace(later.find("\"version\":1"), 11, "\"version\":2");
  EXPECT_FALSE(reads(later + "{\"end\":true}\n"));
}

TEST(BundleReader, an_endless_line_costs_no_memory_beyond_its_bound) {
  class Endless final : public ByteSource {
   public:
    Result<size_t> read(std::span<char> into) override {
      std::fill(into.begin(), into.end(), 'a');
      return into.size();
    }
  } source;
  Nowhere sink;
  const auto read = read_bundle(source, sink);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message().find("longer than any may be"), std::string::npos);
}

}  // namespace
}  // namespace pilotage
