// SPDX-License-Identifier: Apache-2.0
#include "evidence/zstd.h"

#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/file.h"

namespace pilotage {
namespace {

constexpr int kLevel = 3;        // zstd's own default; fixed, so that the bytes do not depend on a default
constexpr int kMaxWindowLog = 24;  // 16 MiB: twice what level 3 makes, so no bundle can ask for more memory

struct CloseFile { void operator()(FILE* file) const { std::fclose(file); } };
using File = std::unique_ptr<FILE, CloseFile>;

struct FreeCompressor { void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); } };
struct FreeDecompressor { void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); } };

Error cannot(const char* verb, const std::filesystem::path& path) {
  if (errno == ENOSPC || errno == EDQUOT) {
    return environment_error("the disk is full: cannot " + std::string(verb) + " \"" + path.string() + "\"",
                             "make room on the disk, or write to another");
  }
  return environment_error("cannot " + std::string(verb) + " \"" + path.string() + "\": " + std::strerror(errno));
}

}  // namespace

struct ZstdWriter::State {
  std::filesystem::path target;
  std::filesystem::path beside;
  File file;
  std::unique_ptr<ZSTD_CCtx, FreeCompressor> context{ZSTD_createCCtx()};
  std::vector<char> packed = std::vector<char>(ZSTD_CStreamOutSize());
  bool finished = false;

  ~State() {
    if (!finished && file) ::unlink(beside.c_str());
  }

  Status pack(std::string_view bytes, ZSTD_EndDirective mode) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (true) {
      ZSTD_outBuffer out{packed.data(), packed.size(), 0};
      const size_t left = ZSTD_compressStream2(context.get(), &out, &in, mode);
      if (ZSTD_isError(left)) return Error(ErrorKind::kInternal, std::string("zstd: ") + ZSTD_getErrorName(left));
      if (std::fwrite(packed.data(), 1, out.pos, file.get()) != out.pos) return cannot("write", target);
      if (mode == ZSTD_e_end ? left == 0 : in.pos == in.size) return Done{};
    }
  }
};

ZstdWriter::ZstdWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
ZstdWriter::ZstdWriter(ZstdWriter&&) noexcept = default;
ZstdWriter::~ZstdWriter() = default;

Result<ZstdWriter> ZstdWriter::create(const std::filesystem::path& path) {
  TRY(check_replaceable(path));
  auto state = std::make_unique<State>();
  state->target = path;
  state->beside = path.string() + ".new" + std::to_string(::getpid());
  state->file.reset(std::fopen(state->beside.c_str(), "wbe"));
  if (!state->file) return cannot("write", path);
  if (state->context == nullptr) return environment_error("not enough memory to write a bundle");
  ZSTD_CCtx_setParameter(state->context.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(state->context.get(), ZSTD_c_checksumFlag, 1);
  return ZstdWriter(std::move(state));
}

Status ZstdWriter::write(std::string_view bytes) { return state_->pack(bytes, ZSTD_e_continue); }

Status ZstdWriter::finish() {
  TRY(state_->pack({}, ZSTD_e_end));
  FILE* file = state_->file.get();
  if (std::fflush(file) != 0 || ::fsync(::fileno(file)) != 0) return cannot("write", state_->target);
  if (::rename(state_->beside.c_str(), state_->target.c_str()) != 0) return cannot("write", state_->target);
  state_->finished = true;
  return Done{};
}

struct ZstdReader::State {
  File file;
  std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context{ZSTD_createDCtx()};
  std::vector<char> packed = std::vector<char>(ZSTD_DStreamInSize());
  ZSTD_inBuffer in{};
  bool ended = false;

  // At the end of the file `in` stays empty.
  Status refill() {
    if (in.pos < in.size) return Done{};
    const size_t got = std::fread(packed.data(), 1, packed.size(), file.get());
    if (std::ferror(file.get()) != 0) return environment_error("the bundle cannot be read to its end");
    in = {packed.data(), got, 0};
    return Done{};
  }
};

ZstdReader::ZstdReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ZstdReader::ZstdReader(ZstdReader&&) noexcept = default;
ZstdReader::~ZstdReader() = default;

Result<ZstdReader> ZstdReader::open(const std::filesystem::path& path) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) {
    return environment_error("\"" + path.string() + "\" is not a file that can be read");
  }
  auto state = std::make_unique<State>();
  state->file.reset(std::fopen(path.c_str(), "rbe"));
  if (!state->file) return cannot("read", path);
  if (state->context == nullptr) return environment_error("not enough memory to read a bundle");
  ZSTD_DCtx_setParameter(state->context.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  return ZstdReader(std::move(state));
}

Result<size_t> ZstdReader::read(std::span<char> into) {
  State& state = *state_;
  while (!state.ended) {
    TRY(state.refill());
    const bool at_end = state.in.size == 0;
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    const size_t left = ZSTD_decompressStream(state.context.get(), &out, &state.in);
    if (ZSTD_isError(left)) return damaged_error(std::string("the bundle is not whole: ") + ZSTD_getErrorName(left));
    state.ended = left == 0;
    if (out.pos > 0) return out.pos;
    if (at_end && !state.ended) return damaged_error("the bundle is not whole: it is cut off");
  }
  TRY(state.refill());
  if (state.in.pos < state.in.size) return damaged_error("the bundle has something after its end");
  return size_t{0};
}

}  // namespace pilotage
