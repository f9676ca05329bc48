// SPDX-License-Identifier: Apache-2.0
// An unpacked bundle behind one byte that says in how small pieces it arrives and whether its header is made to fit.
// A bundle that is accepted must be, byte for byte, what the writer would have written; a head that is not that of the
// records is refused. Since random changes never hit a SHA-256, the header can be computed anew from the records, so that
// what lies behind it is reached.
#include "evidence/bundle.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>

#include "evidence/bundle_lines.h"
#include "evidence/head.h"

namespace {

using namespace pilotage;

class TextSource : public ByteSource {
 public:
  TextSource(std::string_view text, size_t piece) : rest_(text), piece_(piece) {}

  Result<size_t> read(std::span<char> into) override {
    const size_t count = std::min({piece_, rest_.size(), into.size()});
    std::copy_n(rest_.data(), count, into.data());
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
  size_t piece_;
};

// Writes again what it is handed, and counts what a header must say.
class EchoSink : public BundleSink {
 public:
  Status header(const BundleHeader& header) override { return line(header_line(header)); }
  Status record(const RecordView& record, const Digest& hash) override {
    found_.head = {.sequence = record.sequence, .hash = to_hex(hash)};
    if (record.kind == RecordKind::kArtifact) note_artifact(*parse_json(record.body));
    append_record_line(text_, record);
    if (record.kind != RecordKind::kObservation) text_ += "\n" + std::string(record.body);
    return line("");
  }
  Status begin_artifact(const std::string& sha256, int64_t bytes) override { return line(artifact_line(sha256, bytes)); }
  Status artifact_bytes(std::string_view bytes) override {
    text_ += bytes;
    return Done{};
  }
  Status end_artifact() override { return line(""); }

  std::string whole() const { return text_ + std::string(kBundleEnd) + "\n"; }
  const BundleHeader& found() const { return found_; }

 private:
  void note_artifact(const Json& body) {
    const int64_t bytes = body.integer_or("bytes", 0);
    if (!known_.emplace(body.text_or("sha256"), bytes).second) return;
    ++found_.artifacts;
    if (__builtin_add_overflow(found_.artifact_bytes, bytes, &found_.artifact_bytes)) found_.artifact_bytes = 0;
  }
  Status line(std::string_view text) {
    text_ += text;
    text_ += '\n';
    return Done{};
  }

  std::string text_;
  BundleHeader found_{.head = {.sequence = 0, .hash = std::string(64, '0')}};
  std::map<std::string, int64_t> known_;
};

// The bundle with the header that its records ask for.
std::string with_fitting_header(std::string_view text) {
  EchoSink sink;
  TextSource source(text, text.size());
  (void)read_bundle(source, sink).ok();
  return header_line(sink.found()) + std::string(text.substr(std::min(text.find('\n'), text.size())));
}

// The error, or "" where the bundle was accepted.
std::string verdict_on(std::string_view text, size_t piece) {
  EchoSink sink;
  TextSource source(text, piece);
  const auto content = read_bundle(source, sink);
  if (!content.ok()) return content.error().message();
  PILOTAGE_CHECK(sink.whole() == text);
  PILOTAGE_CHECK(content->header.head.hash == sink.found().head.hash);
  return "";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view given(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string text = data[0] < 128 ? std::string(given) : with_fitting_header(given);
  PILOTAGE_CHECK(verdict_on(text, 1 + data[0] % 64) == verdict_on(text, std::max<size_t>(text.size(), 1)));
  return 0;
}
