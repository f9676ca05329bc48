// SPDX-License-Identifier: Apache-2.0
// Whole trees: what is walked, what is remembered, and what comes out for programs.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "inventory/own_modules.h"
#include "inventory/scan.h"
#include "inventory/scan_output.h"

namespace pilotage {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRules =
    "[[rule]]\nid = \"d.string\"\ngroup = \"device\"\nclass = \"device change\"\nneeds = [\"cuda\"]\nmatch.string = "
    "'cuda'\n"
    "match.package = 'cuda-python.*'\nwhy = \"w\"\ndo = \"d\"\nsource = \"s\"\ndate = \"2024-01-01\"\nconfidence = "
    "\"official\"\n"
    "bad = [{ python = \"x.to('cuda')\" }]\ngood = [{ python = 'x' }]\n";
constexpr std::string_view kTarget =
    "[[judge]]\ngroups = [\"device\"]\nclass = \"development\"\nwhy = \"w\"\ndo = \"d\"\nsource = \"s\"\ndate = "
    "\"2024-01-01\"\n"
    "confidence = \"official\"\n";

RuleBook small_book() {
  const RuleText target{"there", "there.toml", std::string(kTarget)};
  auto book = make_rule_book({"here", "here.toml", std::string(kRules)}, std::span(&target, 1));
  EXPECT_TRUE(book.ok()) << (book.ok() ? "" : book.error().message());
  return *std::move(book);
}

class ScanTest : public ::testing::Test {
 protected:
  ScanTest() {
    std::string name = (fs::temp_directory_path() / "pilotage-XXXXXX").string();
    folder_ = fs::canonical(::mkdtemp(name.data()));
    fs::create_directory(folder_ / "tree");
  }
  ~ScanTest() override {
    std::error_code code;
    fs::remove_all(folder_, code);
  }

  void put(const std::string& path, std::string_view text) {
    const auto place = folder_ / "tree" / path;
    fs::create_directories(place.parent_path());
    std::ofstream(place, std::ios::binary) << text;
  }

  ScanResult scan_tree(bool cached = false) {
    ScanOptions options{.threads = 2};
    if (cached) options.cache = folder_ / "cache";
    auto result = scan(folder_ / "tree", rules_, options);
    EXPECT_TRUE(result.ok());
    return *std::move(result);
  }

  static std::string places(const ScanResult& result) {
    std::string text;
    for (const auto& file : result.files) {
      for (const auto& one : file.findings)
        text += file.path + ":" + std::to_string(one.line) + ":" + std::to_string(one.column) + " ";
    }
    return text;
  }

  fs::path folder_;
  Rules rules_{small_book()};
};

TEST_F(ScanTest, walks_a_tree_as_git_sees_it) {
  put(".gitignore", "/out\n*.log.py\n!b.log.py\n");
  put("a.py", "x.to('cuda')\n");
  put("out/a.py", "x.to('cuda')\n");
  put("sub/.gitignore", "c.py\n");
  put("sub/c.py", "x.to('cuda')\n");
  put("sub/a.log.py", "x.to('cuda')\n");
  put("sub/b.log.py", "\n  x.to('cuda')\n");
  put(".git/a.py", "x.to('cuda')\n");
  put("picture.py", std::string_view("\0cuda", 5));
  fs::create_directory_symlink(folder_ / "tree/sub", folder_ / "tree/link");
  const ScanResult result = scan_tree();
  EXPECT_EQ(places(result), "a.py:1:6 sub/b.log.py:2:8 ");
  EXPECT_EQ(result.counts.ignored, 3);
  EXPECT_EQ(result.counts.links, 1);
  EXPECT_EQ(result.counts.binary_files, 1);
}

TEST_F(ScanTest, takes_one_file_as_well) {
  put("a.py", "x.to('cuda')\n");
  const auto result = scan(folder_ / "tree/a.py", rules_, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(places(*result), "a.py:1:6 ");
  EXPECT_EQ(scan(folder_ / "no", rules_, {}).error().kind(), ErrorKind::kUsage);
}

TEST_F(ScanTest, takes_files_that_have_not_changed_from_the_last_scan) {
  put("a.py", "x.to('cuda')\n");
  put("b.py", "y = 1\n");
  const std::string first = places(scan_tree(/*cached=*/true));
  const ScanResult second = scan_tree(/*cached=*/true);
  EXPECT_EQ(second.counts.cached_files, 2);  // by content: they are too young to be taken by their times
  EXPECT_EQ(places(second), first);
  put("b.py", "y.to('cuda')\n");
  const ScanResult third = scan_tree(/*cached=*/true);
  EXPECT_EQ(third.counts.cached_files, 1);
  EXPECT_EQ(places(third), "a.py:1:6 b.py:1:6 ");
}

TEST_F(ScanTest, does_not_believe_a_damaged_cache) {
  put("a.py", "x.to('cuda')\n");
  scan_tree(/*cached=*/true);
  for (const auto& entry : fs::directory_iterator(folder_ / "cache")) {
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-80, std::ios::end);
    file << "x";
  }
  const ScanResult again = scan_tree(/*cached=*/true);
  EXPECT_EQ(again.counts.cached_files, 0);
  EXPECT_EQ(places(again), "a.py:1:6 ");
}

TEST_F(ScanTest, gives_classes_for_each_target_and_documentation_apart) {
  put("a.py", "x.to('cuda')\ny = ['cuda', 'cuda']\n");
  put("README.md", "```bash\npip install cuda-python\n```\n");
  const ScanResult result = scan_tree();
  const ScanSummary summary = summarise(result, rules_.book());
  EXPECT_EQ(summary.code.findings, 3);
  EXPECT_EQ(summary.code.places, 2);
  EXPECT_EQ(summary.documentation.places, 1);
  ASSERT_EQ(summary.targets.size(), 1U);
  EXPECT_EQ(summary.targets[0].tree, PortClass::kDevelopment);
  const Json json = scan_to_json(result, rules_.book());
  EXPECT_EQ(json.find("files")->array_if()->size(), 1U);
  EXPECT_EQ(json.find("documentation")->array_if()->size(), 1U);
  EXPECT_EQ(json.find("targets")->find("there")->text_or("class"), "development");
}

TEST_F(ScanTest, takes_no_import_of_the_trees_own_for_a_dependency) {
  put("pkg/flash_attn/__init__.py", "");
  put("pkg/flash_attn/ops/__init__.py", "import ops\n");
  put("a.py", "import flash_attn\nimport ops\n");
  Walked walked = *walk(folder_ / "tree");
  EXPECT_EQ(own_modules(walked), (std::set<std::string, std::less<>>{"flash_attn"}));
}

TEST_F(ScanTest, writes_sarif) {
  put("a b.py", "x.to('cuda')\n");
  const Json log = scan_to_sarif(scan_tree(), rules_.book(), "1.2");
  EXPECT_EQ(log.text_or("version"), "2.1.0");
  const Json& run = (*log.find("runs")->array_if())[0];
  const Json& one = (*run.find("results")->array_if())[0];
  EXPECT_EQ(one.text_or("ruleId"), "d.string");
  EXPECT_EQ(one.text_or("level"), "error");
  const Json& place = *(*one.find("locations")->array_if())[0].find("physicalLocation");
  EXPECT_EQ(place.find("artifactLocation")->text_or("uri"), "a%20b.py");
  EXPECT_EQ(place.find("region")->integer_or("startLine", 0), 1);
  EXPECT_EQ(place.find("region")->integer_or("startColumn", 0), 6);
}

}  // namespace
}  // namespace pilotage
