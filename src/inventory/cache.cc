// SPDX-License-Identifier: Apache-2.0
// The file: a head line that names the format, the version and the rules; then a line for each file, followed by one
// line for each of its findings, all separated by tabs; then its own digest. Paths and texts have control characters
// escaped.
#include "inventory/cache.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"

namespace pilotage {
namespace {

constexpr uint64_t kLargest = uint64_t{1} << 30;
constexpr int64_t kSettled_ns = 2'000'000'000;  // a file that changed this near to the writing may change again unseen

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\\\";
    else if (c == '\t')
      result += "\\t";
    else if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char c = text[++i];
    result += c == 't' ? '\t' : c == 'n' ? '\n' : c;
  }
  return result;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (size_t at = 0; at <= line.size();) {
    const size_t end = std::min(line.find('\t', at), line.size());
    fields.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return fields;
}

template <typename T>
T number(std::string_view text) {
  T value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

int64_t changed_ns(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return 0;
  return int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

CachedFile file_of(const std::vector<std::string_view>& f) {
  CachedFile result;
  result.file = {unescaped(f[1]), number<int64_t>(f[2]), number<int64_t>(f[3]), number<uint64_t>(f[4])};
  result.digest = f[5];
  result.language = language_named(f[6]);
  result.parsed_bytes = number<int64_t>(f[7]);
  result.skipped = f[8].empty() ? ' ' : f[8][0];
  return result;
}

Finding finding_of(const std::vector<std::string_view>& f) {
  Finding result{.rule = number<size_t>(f[1]), .line = number<int64_t>(f[2]), .column = number<int64_t>(f[3])};
  if (!f[4].empty()) result.number = number<double>(f[4]);
  result.kind = occurrence_kind_named(f[5]).value_or(Kind::kName);
  result.text = unescaped(f[6]);
  return result;
}

void append(std::string& out, const CachedFile& one) {
  out +=
      fmt::format("f\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", escaped(one.file.path), one.file.bytes, one.file.changed_ns,
                  one.file.inode, one.digest, one.language ? word(*one.language) : "", one.parsed_bytes, one.skipped);
  for (const Finding& finding : one.findings) {
    const std::string captured = finding.number ? fmt::format("{}", *finding.number) : "";
    out += fmt::format("p\t{}\t{}\t{}\t{}\t{}\t{}\n", finding.rule, finding.line, finding.column, captured,
                       word(finding.kind), escaped(finding.text));
  }
}

}  // namespace

ScanCache::ScanCache(const std::optional<std::filesystem::path>& folder, const std::filesystem::path& root,
                     const RuleBook& book)
    : rules_(book.rules.size()) {
  if (!folder) return;
  place_ = *folder / ("scan-" + sha256_hex(root.string()).substr(0, 32));
  head_ = "pilotage scan cache 1\t" PILOTAGE_VERSION "\t" + book.digest;
  const auto text = read_file(place_, kLargest);
  if (!text.ok()) return;
  written_ns_ = changed_ns(place_);
  read(*text);
}

void ScanCache::read(std::string_view text) {
  const size_t end = text.size() >= 65 ? text.size() - 65 : 0;
  if (end == 0 || sha256_hex(text.substr(0, end)) != text.substr(end, 64)) return;
  text = text.substr(0, end);
  if (!text.starts_with(head_ + "\n")) return;
  text.remove_prefix(head_.size() + 1);
  CachedFile* last = nullptr;
  while (!text.empty()) {
    const size_t stop = std::min(text.find('\n'), text.size());
    const auto fields = fields_of(text.substr(0, stop));
    text.remove_prefix(std::min(stop + 1, text.size()));
    if (fields[0] == "f" && fields.size() == 9) last = &(by_path_[unescaped(fields[1])] = file_of(fields));
    if (fields[0] != "p" || fields.size() != 7 || last == nullptr) continue;
    Finding finding = finding_of(fields);
    if (finding.rule < rules_) last->findings.push_back(std::move(finding));
  }
  for (const auto& [path, file] : by_path_) {
    if (!file.digest.empty()) by_content_[file.digest] = &file;
  }
}

const CachedFile* ScanCache::find(const WalkedFile& file) const {
  const auto found = by_path_.find(file.path);
  if (found == by_path_.end()) return nullptr;
  const WalkedFile& known = found->second.file;
  const bool same = known.bytes == file.bytes && known.changed_ns == file.changed_ns && known.inode == file.inode;
  const bool settled = file.changed_ns < written_ns_ - kSettled_ns;
  return same && settled ? &found->second : nullptr;
}

const CachedFile* ScanCache::find_content(const std::string& digest, const std::string& path) const {
  const auto found = by_content_.find(digest);
  if (found == by_content_.end()) return nullptr;
  // The language is told by the name, so only a file of the same name says the same.
  const auto name = [](const std::string& whole) { return whole.substr(whole.rfind('/') + 1); };
  return name(found->second->file.path) == name(path) ? found->second : nullptr;
}

void ScanCache::write(const std::vector<CachedFile>& files) const {
  if (place_.empty()) return;
  std::string out = head_ + "\n";
  for (const CachedFile& one : files) append(out, one);
  out += sha256_hex(out) + "\n";
  if (!make_folder(place_.parent_path()).ok()) return;
  const auto written = write_file(place_, out);
  (void)written.ok();
}

}  // namespace pilotage
