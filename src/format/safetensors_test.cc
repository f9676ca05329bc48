// SPDX-License-Identifier: Apache-2.0
// Files are made here from a header's text and a number of data bytes.
#include "format/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "base/file.h"

namespace pilotage {
namespace {

std::string file_with(std::string_view header, std::string_view data) {
  const uint64_t length = header.size();
  std::string file(sizeof length, '\0');
  std::memcpy(file.data(), &length, sizeof length);
  return file + std::string(header) + std::string(data);
}

std::span<const std::byte> bytes_of(const std::string& file) { return std::as_bytes(std::span(file)); }

std::string data_of(const std::vector<float>& values) {
  std::string data(values.size() * sizeof(float), '\0');
  std::memcpy(data.data(), values.data(), data.size());
  return data;
}

std::string refusal(std::string_view header, size_t data_size) {
  const std::string file = file_with(header, std::string(data_size, '\1'));
  const auto result = Safetensors::parse(bytes_of(file));
  if (result.ok()) return "accepted";
  EXPECT_EQ(result.error().kind(), ErrorKind::kDamaged);
  const std::string& message = result.error().message();
  const std::string_view prefix = "not a sound safetensors file: ";
  return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

TEST(Safetensors, finds_the_tensors_in_the_order_of_their_data) {
  const std::string file = file_with(
      R"({"b":{"dtype":"F32","shape":[2],"data_offsets":[8,16]},"__metadata__":{"format":"pt"},)"
      R"("a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},"none":{"dtype":"F16","shape":[0,8],"data_offsets":[16,16]}}  )",
      data_of({1, 2, 3, 4}));
  const auto result = Safetensors::parse(bytes_of(file));
  ASSERT_TRUE(result.ok()) << result.error().message();
  ASSERT_EQ(result->tensors().size(), 3u);
  EXPECT_EQ(result->tensors()[0].name, "a");
  EXPECT_EQ(result->tensors()[0].shape_text(), "[2, 1]");
  EXPECT_EQ(*read_floats(*result->find("b")), (std::vector<float>{3, 4}));
  EXPECT_EQ(result->find("none")->elements(), 0);
  EXPECT_EQ(result->find("c"), nullptr);
  EXPECT_EQ(result->metadata(), (Safetensors::Metadata{{"format", "pt"}}));
}

TEST(Safetensors, opens_a_file_by_mapping_it) {
  const std::string path = testing::TempDir() + "opens_a_file.safetensors";
  ASSERT_TRUE(
      write_file(path, file_with(R"({"x":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})", data_of({7}))).ok());
  auto opened = Safetensors::open(path);
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  const Safetensors moved = std::move(opened).value();
  EXPECT_EQ(*read_floats(moved.tensors()[0]), std::vector<float>{7});
  std::filesystem::remove(path);
}

TEST(Safetensors, names_the_file_that_is_wrong) {
  const std::string path = testing::TempDir() + "names_the_file.safetensors";
  ASSERT_TRUE(write_file(path, "").ok());
  EXPECT_EQ(Safetensors::open(path).error().message(),
            '"' + path + "\": not a sound safetensors file: it has only 0 bytes");
  std::filesystem::remove(path);
  EXPECT_EQ(Safetensors::open(path).error().message(), "cannot read \"" + path + "\": No such file or directory");
  EXPECT_EQ(Safetensors::open("/").error().message(), "\"/\" is not a plain file");
}

TEST(Safetensors, refuses_a_length_that_lies) {
  const std::string beyond = std::string("\x03\0\0\0\0\0\0\0", 8) + "{}";
  EXPECT_EQ(Safetensors::parse(bytes_of(beyond)).error().message(),
            "not a sound safetensors file: a header of 3 bytes ends beyond the file");
  const std::string huge = std::string("\xff\xff\xff\xff\xff\xff\xff\xff", 8) + "{}";
  EXPECT_EQ(Safetensors::parse(bytes_of(huge)).error().message(),
            "not a sound safetensors file: a header of 18446744073709551615 bytes is above the limit of 100000000");
}

TEST(Safetensors, refuses_a_header_that_is_no_object) {
  EXPECT_EQ(refusal("[]", 0), "its header does not start with \"{\"");
  EXPECT_EQ(refusal(" {}", 0), "its header does not start with \"{\"");
  EXPECT_EQ(refusal(R"({"__metadata__":[]})", 0), "\"__metadata__\" is not an object");
  EXPECT_EQ(refusal(R"({"__metadata__":{"a":1}})", 0), "\"__metadata__\" holds something that is not text");
  EXPECT_EQ(refusal("{}", 0), "accepted");
}

TEST(Safetensors, refuses_a_name_that_stands_twice) {
  EXPECT_EQ(refusal(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                    R"("a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
                    2),
            "its header is a key stands twice in one JSON object");
}

TEST(Safetensors, refuses_a_tensor_that_is_not_described) {
  EXPECT_EQ(refusal(R"({"a":1})", 0), R"(tensor "a" is not described by an object)");
  EXPECT_EQ(refusal(R"({"a":{}})", 0), R"(tensor "a" has an unknown dtype "")");
  EXPECT_EQ(refusal(R"({"a":{"dtype":"F31","shape":[],"data_offsets":[0,4]}})", 4),
            R"(tensor "a" has an unknown dtype "F31")");
  EXPECT_EQ(refusal(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4),
            R"(tensor "a" has no shape of integers from 0 up)");
  EXPECT_EQ(refusal(R"({"a":{"dtype":"F32","shape":[1.0],"data_offsets":[0,4]}})", 4),
            R"(tensor "a" has no shape of integers from 0 up)");
  EXPECT_EQ(refusal(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}})", 4),
            R"(tensor "a" has no two data_offsets from 0 up)");
  EXPECT_EQ(refusal(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}})", 4),
            R"(tensor "a" has an unknown member "x")");
}

TEST(Safetensors, refuses_a_size_that_is_not_its_shape) {
  EXPECT_EQ(refusal(R"({"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,12]}})", 12),
            R"(tensor "a" of F32[2, 2] needs 16 bytes, its data_offsets span 12)");
  EXPECT_EQ(refusal(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,0]}})", 1),
            R"(tensor "a" of U8[1] needs 1 bytes, its data_offsets span -1)");
  EXPECT_EQ(refusal(R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}})", 0),
            R"(tensor "a" of shape [4611686018427387904, 4] is too large)");
  EXPECT_EQ(refusal(R"({"a":{"dtype":"U8","shape":[0,4611686018427387904,4],"data_offsets":[0,0]}})", 0),
            R"(tensor "a" of shape [0, 4611686018427387904, 4] is too large)");
}

std::string two_bytes_at(int first, int second) {
  const auto tensor = [](int begin) {
    return R"({"dtype":"U8","shape":[2],"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(begin + 2) +
           "]}";
  };
  return R"({"a":)" + tensor(first) + R"(,"b":)" + tensor(second) + "}";
}

TEST(Safetensors, refuses_data_that_is_not_covered_exactly_once) {
  EXPECT_EQ(refusal(two_bytes_at(0, 2), 4), "accepted");
  EXPECT_EQ(refusal(two_bytes_at(2, 0), 4), "accepted");
  EXPECT_EQ(refusal(two_bytes_at(0, 1), 3), R"(tensor "b" overlaps the one before it)");
  EXPECT_EQ(refusal(two_bytes_at(0, 0), 2), R"(tensor "b" overlaps the one before it)");
  EXPECT_EQ(refusal(two_bytes_at(0, 3), 5), R"(tensor "b" leaves a hole before its data)");
  EXPECT_EQ(refusal(two_bytes_at(1, 3), 5), R"(tensor "a" leaves a hole before its data)");
  EXPECT_EQ(refusal(two_bytes_at(0, 2), 3), "it is incomplete: 3 bytes of data, 4 promised");
  EXPECT_EQ(refusal(two_bytes_at(0, 2), 6), "2 bytes at its end belong to no tensor");
}

}  // namespace
}  // namespace pilotage
