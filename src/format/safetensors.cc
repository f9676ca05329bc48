// SPDX-License-Identifier: Apache-2.0
// The format: 8 bytes little-endian length of the header; the header, one JSON object, padded with spaces; the data.
// Source: https://github.com/huggingface/safetensors, section "Format" of its README; the limit on the header is the
// one of its reader.
#include "format/safetensors.h"

#include <algorithm>
#include <cstring>

#include "base/json.h"

namespace pilotage {
namespace {

constexpr size_t kLengthBytes = 8;
constexpr uint64_t kLargestHeader = 100'000'000;

// A tensor and where its data lie; the span is set once all places are known to be sound.
struct Placed {
  Tensor tensor;
  int64_t begin = 0;
  int64_t end = 0;
};

Error broken(std::string message) { return damaged_error("not a sound safetensors file: " + std::move(message)); }
Error broken(const Tensor& tensor, std::string_view message) {
  return broken("tensor " + json_quote(tensor.name) + " " + std::string(message));
}

Result<std::string_view> header_text(std::span<const std::byte> file) {
  if (file.size() < kLengthBytes) return broken("it has only " + std::to_string(file.size()) + " bytes");
  uint64_t length = 0;
  std::memcpy(&length, file.data(), kLengthBytes);
  if (length > kLargestHeader) {
    return broken("a header of " + std::to_string(length) + " bytes is above the limit of " +
                  std::to_string(kLargestHeader));
  }
  if (length > file.size() - kLengthBytes) {
    return broken("a header of " + std::to_string(length) + " bytes ends beyond the file");
  }
  return std::string_view(reinterpret_cast<const char*>(file.data()) + kLengthBytes, length);
}

Result<Json::Object> parse_header(std::string_view text) {
  if (!text.starts_with('{')) return broken("its header does not start with \"{\"");
  auto header = parse_json(text);
  if (!header.ok()) return broken("its header is " + header.error().message());
  return std::move(*header->object_if());
}

Result<Safetensors::Metadata> read_metadata(const Json& source) {
  if (source.object_if() == nullptr) return broken("\"__metadata__\" is not an object");
  Safetensors::Metadata metadata;
  for (const auto& [key, value] : *source.object_if()) {
    if (value.string_if() == nullptr) return broken("\"__metadata__\" holds something that is not text");
    metadata.emplace_back(key, *value.string_if());
  }
  return metadata;
}

std::optional<std::vector<int64_t>> sizes_in(const Json* source) {
  if (source == nullptr || source->array_if() == nullptr) return std::nullopt;
  std::vector<int64_t> sizes;
  for (const Json& element : *source->array_if()) {
    if (element.integer_if() == nullptr || *element.integer_if() < 0) return std::nullopt;
    sizes.push_back(*element.integer_if());
  }
  return sizes;
}

// Nothing where the product does not fit 64 bits; a size of zero hides no overflow of the others.
std::optional<int64_t> byte_count(DType dtype, std::span<const int64_t> shape) {
  int64_t count = bytes_of(dtype);
  for (const int64_t size : shape) {
    if (__builtin_mul_overflow(count, std::max<int64_t>(size, 1), &count)) return std::nullopt;
  }
  return std::ranges::find(shape, 0) == shape.end() ? count : 0;
}

Status check_members(const Tensor& tensor, const Json& source) {
  if (source.object_if() == nullptr) return broken(tensor, "is not described by an object");
  for (const auto& [key, value] : *source.object_if()) {
    if (key != "dtype" && key != "shape" && key != "data_offsets") {
      return broken(tensor, "has an unknown member " + json_quote(key));
    }
  }
  return Done{};
}

Result<Placed> read_tensor(const std::string& name, const Json& source) {
  Placed placed{.tensor = {.name = name, .dtype = {}, .shape = {}, .bytes = {}}};
  Tensor& tensor = placed.tensor;
  TRY(check_members(tensor, source));
  const auto dtype = dtype_from(source.text_or("dtype"));
  if (!dtype) return broken(tensor, "has an unknown dtype " + json_quote(source.text_or("dtype")));
  const auto shape = sizes_in(source.find("shape"));
  if (!shape) return broken(tensor, "has no shape of integers from 0 up");
  const auto offsets = sizes_in(source.find("data_offsets"));
  if (!offsets || offsets->size() != 2) return broken(tensor, "has no two data_offsets from 0 up");
  tensor.dtype = *dtype;
  tensor.shape = *shape;
  placed.begin = offsets->front();
  placed.end = offsets->back();
  const auto count = byte_count(tensor.dtype, tensor.shape);
  if (!count) return broken(tensor, "of shape " + tensor.shape_text() + " is too large");
  if (placed.end - placed.begin != *count) {
    return broken(tensor, "of " + std::string(word(tensor.dtype)) + tensor.shape_text() + " needs " +
                              std::to_string(*count) + " bytes, its data_offsets span " +
                              std::to_string(placed.end - placed.begin));
  }
  return placed;
}

// Sorts by place. The data must be covered from the first to the last byte, each byte once.
Status check_cover(std::vector<Placed>& all, size_t data_size) {
  std::ranges::stable_sort(all, {}, [](const Placed& one) { return std::pair(one.begin, one.end); });
  int64_t covered = 0;
  for (const Placed& one : all) {
    if (one.begin > covered) return broken(one.tensor, "leaves a hole before its data");
    if (one.begin < covered) return broken(one.tensor, "overlaps the one before it");
    covered = one.end;
  }
  const auto present = static_cast<int64_t>(data_size);
  if (covered > present) {
    return broken("it is incomplete: " + std::to_string(present) + " bytes of data, " + std::to_string(covered) +
                  " promised");
  }
  if (covered < present) return broken(std::to_string(present - covered) + " bytes at its end belong to no tensor");
  return Done{};
}

}  // namespace

Result<Safetensors> Safetensors::parse(std::span<const std::byte> file) {
  const std::string_view text = TRY(header_text(file));
  const std::span<const std::byte> data = file.subspan(kLengthBytes + text.size());
  Safetensors result;
  std::vector<Placed> all;
  const Json::Object header = TRY(parse_header(text));
  for (const auto& [name, value] : header) {
    if (name == "__metadata__")
      result.metadata_ = TRY(read_metadata(value));
    else
      all.push_back(TRY(read_tensor(name, value)));
  }
  TRY(check_cover(all, data.size()));
  for (Placed& one : all) {
    one.tensor.bytes = data.subspan(static_cast<size_t>(one.begin), static_cast<size_t>(one.end - one.begin));
    result.tensors_.push_back(std::move(one.tensor));
  }
  return result;
}

Result<Safetensors> Safetensors::open(const std::filesystem::path& path) {
  MappedFile file = TRY(MappedFile::open(path));
  Safetensors result = TRY(parse(file.bytes()).in('"' + path.string() + '"'));
  result.file_ = std::move(file);
  return result;
}

const Tensor* Safetensors::find(std::string_view name) const {
  const auto found = std::ranges::find(tensors_, name, &Tensor::name);
  return found == tensors_.end() ? nullptr : &*found;
}

}  // namespace pilotage
