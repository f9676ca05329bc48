// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"

#include <openssl/evp.h>

#include <cstdio>
#include <vector>

namespace pilotage {

struct Sha256::State {
  EVP_MD* method = EVP_MD_fetch(nullptr, "SHA256", nullptr);  // fetched once: a lookup a record would cost more than the hash
  EVP_MD_CTX* context = EVP_MD_CTX_new();
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  PILOTAGE_CHECK(state_->method != nullptr && state_->context != nullptr);
  PILOTAGE_CHECK(EVP_DigestInit_ex2(state_->context, state_->method, nullptr) == 1);
}

Sha256::~Sha256() {
  EVP_MD_CTX_free(state_->context);
  EVP_MD_free(state_->method);
}

void Sha256::add(std::string_view bytes) {
  PILOTAGE_CHECK(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1);
}

Digest Sha256::finish() {
  Digest digest;
  PILOTAGE_CHECK(EVP_DigestFinal_ex(state_->context, digest.data(), nullptr) == 1);
  PILOTAGE_CHECK(EVP_DigestInit_ex2(state_->context, nullptr, nullptr) == 1);
  return digest;
}

Digest sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

std::string to_hex(const Digest& digest) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(64);
  for (const uint8_t byte : digest) {
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

Result<Digest> digest_from_hex(std::string_view hex) {
  const auto nibble = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; };
  Digest digest;
  if (hex.size() != 64) return damaged_error("a SHA-256 digest has 64 hex digits");
  for (size_t i = 0; i < digest.size(); ++i) {
    const int high = nibble(hex[2 * i]);
    const int low = nibble(hex[2 * i + 1]);
    if (high < 0 || low < 0) return damaged_error("a SHA-256 digest holds a character that is no hex digit");
    digest[i] = static_cast<uint8_t>(high * 16 + low);
  }
  return digest;
}

std::string sha256_hex(std::string_view bytes) { return to_hex(sha256(bytes)); }

Result<std::string> sha256_of_file(const std::filesystem::path& path) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return environment_error("cannot read \"" + path.string() + "\"");
  Sha256 hash;
  std::vector<char> block(1 << 20);
  size_t got = 0;
  while ((got = std::fread(block.data(), 1, block.size(), file.get())) > 0) hash.add({block.data(), got});
  if (std::ferror(file.get()) != 0) return environment_error("cannot read all of \"" + path.string() + "\"");
  return to_hex(hash.finish());
}

}  // namespace pilotage
