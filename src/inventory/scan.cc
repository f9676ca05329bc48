// SPDX-License-Identifier: Apache-2.0
// Walk the tree, read each file on whichever core is free, put the results together in the order of the walk.
#include "inventory/scan.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/digest.h"
#include "base/file.h"
#include "inventory/cache.h"
#include "inventory/own_modules.h"

namespace pilotage {
namespace {

constexpr size_t kLookedAtForZeros = 8192;

// One file's place among the results; each is written by the one thread that took its number.
class Work {
 public:
  Work(const Walked& walked, const Rules& rules, const ScanCache& cache, const ScanOptions& options)
      : walked_(walked), rules_(rules), cache_(cache), options_(options), results_(walked.files.size()) {}

  // Of any number of threads, until no file is left.
  void run() {
    FileReader reader(rules_);
    for (size_t i = next_++; i < results_.size(); i = next_++) {
      results_[i] = read(reader, walked_.files[i]);
      tell();
    }
  }

  std::vector<CachedFile>& results() { return results_; }
  int64_t cached() const { return cached_; }
  bool changed() const { return changed_; }

 private:
  CachedFile read(FileReader& reader, const WalkedFile& file) {
    if (const CachedFile* known = cache_.find(file)) {
      if (known->language) ++cached_;
      return *known;
    }
    changed_ = true;
    CachedFile result;
    result.file = file;
    if (file.bytes > kLargestFile) return skip(std::move(result), 'l');
    if (!may_have_language(file.path)) return skip(std::move(result), 'o');
    const auto text = read_file(place_of(walked_, file), static_cast<uint64_t>(kLargestFile) + 1);
    if (!text.ok()) return skip(std::move(result), 'u');
    return read_text(reader, std::move(result), *text);
  }

  static CachedFile skip(CachedFile result, char why) {
    result.skipped = why;
    return result;
  }

  // Files with an ending that says nothing are opened for their first line only where they have none.
  static bool may_have_language(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    return path.empty() || name.find('.') == std::string::npos || language_of(path, "").has_value();
  }

  CachedFile read_text(FileReader& reader, CachedFile result, const std::string& text) {
    if (text.substr(0, kLookedAtForZeros).find('\0') != std::string::npos) return skip(std::move(result), 'b');
    const std::string name = result.file.path.empty() ? walked_.root.filename().string() : result.file.path;
    result.language = language_of(name, std::string_view(text).substr(0, 200));
    if (!result.language) return skip(std::move(result), 'o');
    result.digest = sha256_hex(text);
    if (const CachedFile* known = cache_.find_content(result.digest, result.file.path)) {
      ++cached_;
      result.parsed_bytes = known->parsed_bytes;
      result.findings = known->findings;
      return result;
    }
    ReadText found = reader.read(*result.language, text);
    result.parsed_bytes = found.parsed_bytes;
    result.findings = std::move(found.findings);
    return result;
  }

  void tell() {
    const int64_t done = ++done_;
    if (!options_.progress || done % 64 != 0) return;
    const std::lock_guard lock(telling_);
    options_.progress(done, static_cast<int64_t>(results_.size()));
  }

  const Walked& walked_;
  const Rules& rules_;
  const ScanCache& cache_;
  const ScanOptions& options_;
  std::vector<CachedFile> results_;
  std::atomic<size_t> next_ = 0;
  std::atomic<int64_t> done_ = 0;
  std::atomic<int64_t> cached_ = 0;
  std::atomic<bool> changed_ = false;
  std::mutex telling_;
};

void run_on_all_cores(Work& work, int threads) {
  if (threads <= 0) threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back([&work] { work.run(); });
  work.run();
}

void count(const CachedFile& one, ScanCounts& counts) {
  switch (one.skipped) {
    case 'b': ++counts.binary_files; return;
    case 'l': ++counts.large_files; return;
    case 'o': ++counts.other_files; return;
    case 'u': ++counts.unreadable; return;
    default: break;
  }
  ++counts.files;
  counts.bytes += one.file.bytes;
  counts.parsed_bytes += one.parsed_bytes;
}

// An import of what the tree itself brings is no dependency.
void leave_out_own(std::vector<Finding>& findings, const RuleBook& book,
                   const std::set<std::string, std::less<>>& own) {
  std::erase_if(findings, [&](const Finding& one) {
    const std::string_view module = std::string_view(one.text).substr(0, one.text.find('.'));
    return one.kind == Kind::kImport && book.rules[one.rule].group == "dependency" && own.contains(module);
  });
}

}  // namespace

Result<ScanResult> scan(const std::filesystem::path& path, const Rules& rules, const ScanOptions& options) {
  const Walked walked = TRY(walk(path));
  const ScanCache cache(options.cache, walked.root, rules.book());
  Work work(walked, rules, cache, options);
  run_on_all_cores(work, options.threads);
  if (work.changed()) cache.write(work.results());
  ScanResult result;
  result.root = walked.root;
  result.counts = {
      .cached_files = work.cached(), .unreadable = walked.unreadable, .ignored = walked.ignored, .links = walked.links};
  const auto own = own_modules(walked);
  for (CachedFile& one : work.results()) {
    count(one, result.counts);
    leave_out_own(one.findings, rules.book(), own);
    if (one.findings.empty()) continue;
    const std::string name = one.file.path.empty() ? walked.root.filename().string() : one.file.path;
    result.files.push_back({name, *one.language, one.file.bytes, std::move(one.findings)});
  }
  return result;
}

}  // namespace pilotage
