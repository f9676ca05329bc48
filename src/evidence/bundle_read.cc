// SPDX-License-Identifier: Apache-2.0
// The reader of bundles: a pure function from bytes to a sink, so that it can be fuzzed. It believes nothing: sizes are
// bounds that are held, every line must be the very line that the writer would have written, and the records decide
// which artifacts there are.
#include <algorithm>

#include "evidence/bundle.h"
#include "evidence/bundle_lines.h"

namespace pilotage {
namespace {

constexpr size_t kBlock = 64 << 10;

// Lines and counted bytes out of a source; holds at most one line and one block.
class Lines {
 public:
  explicit Lines(ByteSource& source) : source_(source), block_(kBlock) {}

  // Without its end of line; valid until the next call.
  Result<std::string_view> next() {
    line_.clear();
    while (true) {
      const std::string_view there = available();
      const size_t end = there.find('\n');
      if (end != std::string_view::npos && line_.empty()) return take(end, 1);
      line_ += take(std::min(end, there.size()), end != std::string_view::npos ? 1 : 0);
      if (end != std::string_view::npos) return std::string_view(line_);
      if (line_.size() > kMaxBundleLine) return damaged_error("the bundle has a line that is longer than any may be");
      if (!TRY(refill())) return damaged_error("the bundle ends too early");
    }
  }

  // Some of the next bytes, at most `wanted`.
  Result<std::string_view> some(int64_t wanted) {
    if (available().empty() && !TRY(refill())) return damaged_error("the bundle ends too early");
    return take(static_cast<size_t>(std::min<int64_t>(wanted, std::ssize(available()))), 0);
  }

  Result<bool> at_end() {
    if (!available().empty()) return false;
    return !TRY(refill());
  }

 private:
  std::string_view available() const { return {block_.data() + used_, filled_ - used_}; }

  std::string_view take(size_t count, size_t also_skip) {
    const std::string_view taken = available().substr(0, count);
    used_ += count + also_skip;
    return taken;
  }

  Result<bool> refill() {
    used_ = 0;
    filled_ = 0;
    filled_ = TRY(source_.read(block_));
    return filled_ > 0;
  }

  ByteSource& source_;
  std::vector<char> block_;
  size_t used_ = 0;
  size_t filled_ = 0;
  std::string line_;
};

class BundleReader {
 public:
  BundleReader(ByteSource& source, BundleSink& sink) : lines_(source), sink_(sink) {}

  Result<BundleContent> read() {
    const std::string_view first = TRY(lines_.next().in("header"));
    header_ = TRY(header_of_line(first).in("header"));
    TRY(sink_.header(header_));
    while (chain_.sequence() < header_.head.sequence) TRY(read_record());
    TRY(check_records());
    for (const auto& [digest, bytes] : chain_.structure().artifacts()) {
      TRY(read_artifact(digest, bytes).in("artifact " + digest));
    }
    if (TRY(lines_.next()) != kBundleEnd) return damaged_error("the bundle does not end where its header says");
    if (!TRY(lines_.at_end())) return damaged_error("the bundle has something after its end");
    return BundleContent{.header = header_, .tally = chain_.structure().tally(), .imported_chains = chain_.imported()};
  }

 private:
  Status read_record() {
    const Sequence sequence = chain_.sequence() + 1;
    const auto place = [&] { return "record " + std::to_string(sequence); };
    auto line = lines_.next();
    if (!line.ok()) return std::move(line).error().in(place());
    auto parsed = record_of_line(*line, sequence);
    if (!parsed.ok()) return std::move(parsed).error().in(place());
    RecordView view = parsed->view();
    std::string body;
    if (view.kind != RecordKind::kObservation) {
      body = TRY(lines_.next());
      view.body = body;
    }
    const Digest hash = TRY(chain_.accept(view));
    return sink_.record(view, hash);
  }

  Status check_records() const {
    TRY(chain_.finish());
    if (chain_.head().hash != header_.head.hash) return damaged_error("the records do not give the head that the header names");
    int64_t bytes = 0;
    for (const auto& artifact : chain_.structure().artifacts()) {
      if (__builtin_add_overflow(bytes, artifact.second, &bytes)) return damaged_error("the artifacts' sizes have no sum");
    }
    if (header_.artifacts == std::ssize(chain_.structure().artifacts()) && header_.artifact_bytes == bytes) return Done{};
    return damaged_error("the records name other artifacts than the header");
  }

  Status read_artifact(const std::string& digest, int64_t bytes) {
    if (TRY(lines_.next()) != artifact_line(digest, bytes)) return damaged_error("it is not where it should be");
    TRY(sink_.begin_artifact(digest, bytes));
    for (int64_t left = bytes; left > 0;) {
      const std::string_view block = TRY(lines_.some(left));
      hash_.add(block);
      TRY(sink_.artifact_bytes(block));
      left -= std::ssize(block);
    }
    if (to_hex(hash_.finish()) != digest) return damaged_error("its bytes are not those of its digest");
    if (!TRY(lines_.next()).empty()) return damaged_error("it has more bytes than it should have");
    return sink_.end_artifact();
  }

  Lines lines_;
  BundleSink& sink_;
  BundleHeader header_;
  ChainCheck chain_;
  Sha256 hash_;
};

}  // namespace

Result<BundleContent> read_bundle(ByteSource& unpacked, BundleSink& sink) { return BundleReader(unpacked, sink).read(); }

}  // namespace pilotage
