// SPDX-License-Identifier: Apache-2.0
#include "plan/seal.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/digest.h"
#include "base/file.h"
#include "base/process.h"
#include "plan/data.h"
#include "plan/example_plan.h"
#include "plan/signature.h"

namespace pilotage {
namespace {

using test::with;

constexpr std::string_view kData = "{\"id\":\"a\",\"query\":\"x\"}\n{\"id\":\"b\",\"query\":\"y\"}\n";

// A folder with the example plan and its data.
class SealTest : public testing::Test {
 protected:
  SealTest() {
    folder_ = std::filesystem::temp_directory_path() / ("pilotage-seal-" + std::to_string(::getpid()) +
                                                        testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_ / "data");
    write_data(kData);
  }
  ~SealTest() override { std::filesystem::remove_all(folder_); }

  void write_data(std::string_view text) { ASSERT_TRUE(write_file(folder_ / "data/pairs.jsonl", text).ok()); }
  Plan plan(std::string_view text = test::kExamplePlan) const {
    auto plan = parse_plan(text, folder_ / "pilot.toml");
    EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().message());
    return *plan;
  }
  std::string data_mistake(std::string_view text) {
    write_data(text);
    const auto facts = read_data(*plan().workload("search"), folder_);
    if (facts.ok()) return "";
    const auto& message = facts.error().message();
    return message.substr(message.find(".jsonl: ") + 8);
  }

  std::filesystem::path folder_;
};

TEST_F(SealTest, counts_items_and_hashes_the_bytes_of_the_file) {
  const auto facts = read_data(*plan().workload("search"), folder_);
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->items, 2);
  EXPECT_EQ(facts->ids, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(facts->sha256, sha256_hex(kData));
}

TEST_F(SealTest, reads_lines_across_blocks_and_a_last_line_without_end) {
  std::string text;
  for (int i = 0; i < 9000; ++i) {
    text += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"" + std::string(90, 'x') + "\"}\n";
  }
  text.pop_back();
  write_data(text);
  const auto facts = read_data(*plan().workload("search"), folder_);
  ASSERT_TRUE(facts.ok()) << facts.error().message();
  EXPECT_EQ(facts->items, 9000);
  EXPECT_EQ(facts->ids.back(), "8999");
  EXPECT_EQ(facts->sha256, sha256_hex(text));
}

TEST_F(SealTest, refuses_data_that_cannot_be_paired) {
  EXPECT_EQ(data_mistake(""), "has no items");
  EXPECT_EQ(data_mistake("{\"id\":\"a\"}\n{\"id\":\"a\"}\n"), "line 2 has the id \"a\" a second time");
  EXPECT_EQ(data_mistake("{\"id\":1}\n"), "line 1 has no text \"id\"");
  EXPECT_EQ(data_mistake("{\"id\":\"\"}\n"), "line 1 has no text \"id\"");
  EXPECT_EQ(data_mistake("{\"text\":\"a\"}\n"), "line 1 has no text \"id\"");
  EXPECT_EQ(data_mistake("{\"id\":\"a\\nb\"}\n"), "line 1 has an id with a control character");
  EXPECT_EQ(data_mistake("[1]\n"), "line 1 has no text \"id\"");
  EXPECT_EQ(data_mistake("{\"id\":\"a\"}\n\n{\"id\":\"b\"}\n").substr(0, 12), "line 2 is no");
}

TEST_F(SealTest, says_that_data_is_missing_and_what_to_do) {
  std::filesystem::remove(folder_ / "data/pairs.jsonl");
  const auto seal = make_seal(plan(with("k = 10 }", "k = 10 }\nprepare = [\"make-it\"]")));
  ASSERT_FALSE(seal.ok());
  EXPECT_EQ(seal.error().kind(), ErrorKind::kEnvironment);
  EXPECT_NE(seal.error().hint().find("prepare"), std::string::npos);
}

TEST_F(SealTest, depends_on_plan_and_data_but_not_on_time) {
  Seal seal = *make_seal(plan());
  const std::string digest = seal.digest;
  seal.time = "2000-01-01T00:00:00Z";
  EXPECT_EQ(sha256_hex(sealed_text(seal)), digest);
  EXPECT_EQ(make_seal(plan())->digest, digest);
  EXPECT_NE(make_seal(plan(with("0.01 abs", "0.02 abs")))->digest, digest);
  write_data("{\"id\":\"a\"}\n");
  EXPECT_NE(make_seal(plan())->digest, digest);
}

TEST_F(SealTest, comes_back_from_its_json) {
  const Seal seal = *make_seal(plan());
  const auto again = seal_from_json(*parse_json(seal_to_json(seal).canonical()));
  ASSERT_TRUE(again.ok()) << again.error().message();
  EXPECT_EQ(seal_to_json(*again), seal_to_json(seal));
  EXPECT_EQ(again->data.at("search").items, 2);
}

TEST_F(SealTest, refuses_a_record_that_was_changed) {
  const Json good = seal_to_json(*make_seal(plan()));
  const auto refused = [](const Json& json) {
    const auto seal = seal_from_json(json);
    return !seal.ok() && seal.error().kind() == ErrorKind::kDamaged;
  };
  EXPECT_FALSE(refused(good));
  EXPECT_TRUE(refused(Json(good).set("digest", std::string(64, '0'))));
  EXPECT_TRUE(refused(Json(good).set("plan", std::string(64, '0'))));
  EXPECT_TRUE(refused(Json(good).set("plan", "x")));
  EXPECT_TRUE(refused(Json(good).set("data", Json::object())));
  EXPECT_TRUE(refused(Json(good).set("format", 2)));
  EXPECT_TRUE(refused(Json(good).set("other", 1)));
  EXPECT_TRUE(refused(Json()));
}

TEST_F(SealTest, names_what_differs_from_it) {
  const Seal seal = *make_seal(plan());
  EXPECT_EQ(*difference_from_seal(plan(), seal), "");
  EXPECT_EQ(*difference_from_seal(plan(with("0.01 abs", "0.02 abs")), seal), "the plan was edited after it was sealed");
  write_data("{\"id\":\"a\"}\n");
  EXPECT_EQ(*difference_from_seal(plan(), seal),
            "the data of the workload \"search\" (\"data/pairs.jsonl\") has changed since it was sealed");
}

TEST_F(SealTest, is_signed_by_an_ssh_key_and_verified_by_ssh_keygen) {
  const auto key = (folder_ / "key").string();
  ASSERT_TRUE(run_command({.argv = {"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key},
                           .folder = {},
                           .environment = {}},
                          "", std::chrono::seconds(10))
                  ->exit.success());
  const Seal seal = *make_seal(plan(test::and_then("[seal]\nsigning_key = \"key\"\n")));
  EXPECT_TRUE(seal.signer.starts_with("ssh-ed25519 "));
  ASSERT_TRUE(write_file(folder_ / "signers", "me@example.org " + seal.signer + "\n").ok());
  const auto verify = [&](const std::string& text, const std::string& who) {
    return verify_signature(text, seal.signature, folder_ / "signers", who);
  };
  EXPECT_TRUE(verify(sealed_text(seal), "me@example.org").ok());
  const auto other_text = verify(sealed_text(seal) + " ", "me@example.org");
  ASSERT_FALSE(other_text.ok());
  EXPECT_EQ(other_text.error().kind(), ErrorKind::kDamaged);
  EXPECT_FALSE(verify(sealed_text(seal), "you@example.org").ok());
  EXPECT_FALSE(verify(sealed_text(seal), "-x").ok());
}

TEST_F(SealTest, says_when_the_key_cannot_sign) {
  const auto seal = make_seal(plan(test::and_then("[seal]\nsigning_key = \"no-such-key\"\n")));
  ASSERT_FALSE(seal.ok());
  EXPECT_EQ(seal.error().kind(), ErrorKind::kEnvironment);
  EXPECT_NE(seal.error().message().find("no-such-key"), std::string::npos);
}

}  // namespace
}  // namespace pilotage
