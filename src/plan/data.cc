// SPDX-License-Identifier: Apache-2.0
#include "plan/data.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <unordered_set>

#include "base/digest.h"
#include "base/mistakes.h"

namespace pilotage {
namespace {

constexpr size_t kBlock = size_t{1} << 18;
constexpr size_t kLongestLine = size_t{1} << 26;  // 64 MiB: above any prompt, below what would exhaust a host
constexpr size_t kLongestId = 1024;

// The protocol names items in its messages, and refuses these there.
bool has_control_character(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

class ItemReader {
 public:
  Status add(std::string_view block) {
    digest_.add(block);
    for (size_t end = block.find('\n'); end != std::string_view::npos; end = block.find('\n')) {
      rest_.append(block.substr(0, end));
      TRY(take_line());
      block.remove_prefix(end + 1);
    }
    rest_.append(block);
    if (rest_.size() > kLongestLine) {
      return wrong(fmt::format("is longer than {} bytes", kLongestLine), facts_.items + 1);
    }
    return Done{};
  }

  Result<DataFacts> finish() {
    if (!rest_.empty()) TRY(take_line());  // the last line may lack its end
    if (facts_.items == 0) return usage_error("has no items");
    facts_.sha256 = to_hex(digest_.finish());
    return std::move(facts_);
  }

 private:
  static Error wrong(const std::string& what, int64_t line) {
    return usage_error(fmt::format("line {} {}", line, what));
  }

  Status take_line() {
    ++facts_.items;
    const auto item = parse_json(rest_);
    if (!item.ok()) return wrong("is " + item.error().message(), facts_.items);
    const Json* id = item->find("id");
    const auto* text = id != nullptr ? id->string_if() : nullptr;
    if (text == nullptr || text->empty()) return wrong("has no text \"id\"", facts_.items);
    if (text->size() > kLongestId) {
      return wrong(fmt::format("has an id longer than {} bytes", kLongestId), facts_.items);
    }
    if (has_control_character(*text)) return wrong("has an id with a control character", facts_.items);
    if (!seen_.insert(*text).second) return wrong("has the id " + shown(*text) + " a second time", facts_.items);
    facts_.ids.push_back(*text);
    rest_.clear();
    return Done{};
  }

  Sha256 digest_;
  DataFacts facts_;
  std::string rest_;  // of a line whose end has not come yet
  std::unordered_set<std::string> seen_;
};

Result<DataFacts> read_items(std::FILE* file) {
  ItemReader reader;
  const auto block = std::make_unique<char[]>(kBlock);
  size_t got = 0;
  while ((got = std::fread(block.get(), 1, kBlock, file)) > 0) TRY(reader.add({block.get(), got}));
  if (std::ferror(file) != 0) return environment_error("cannot be read to its end");
  return reader.finish();
}

std::string hint_for(const Workload& workload) {
  return workload.prepare.empty() ? "the plan's paths start from its own folder"
                                  : "`pilotage seal` runs the plan's `prepare` where the file is missing";
}

}  // namespace

Result<DataFacts> read_data(const Workload& workload, const std::filesystem::path& base) {
  const auto path = base / workload.data;
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) {
    return environment_error(fmt::format("no data file \"{}\" for the workload \"{}\"", path.string(), workload.name),
                             hint_for(workload));
  }
  const File file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return environment_error(fmt::format("cannot read \"{}\"", path.string()));
  return read_items(file.get()).in(path.string());
}

}  // namespace pilotage
