// SPDX-License-Identifier: Apache-2.0
#include "plan/seal.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "base/digest.h"
#include "base/time.h"
#include "plan/data.h"
#include "plan/signature.h"

namespace pilotage {
namespace {

constexpr int kFormat = 1;  // of the sealed text

Json data_to_json(const Seal& seal) {
  Json out = Json::object();
  for (const auto& [workload, data] : seal.data) {
    out.set(workload, Json::object().set("path", data.path).set("sha256", data.sha256).set("items", data.items));
  }
  return out;
}

Json body_of(const Seal& seal) {
  return Json::object().set("format", kFormat).set("plan", seal.plan_digest).set("data", data_to_json(seal));
}

// `~/` is the home folder; the rest starts from the plan's.
std::filesystem::path key_path(const Plan& plan) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && plan.signing_key.starts_with("~/")) {
    return std::filesystem::path(home) / plan.signing_key.substr(2);
  }
  return plan.base() / plan.signing_key;
}

Error not_a_seal(std::string_view why) { return damaged_error(fmt::format("this is no seal: {}", why)); }

Status check_members(const Json& json, std::initializer_list<std::string_view> known) {
  if (json.object_if() == nullptr) return not_a_seal("an object is missing");
  for (const auto& [name, value] : *json.object_if()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return not_a_seal("unknown member " + json_quote(name));
    }
  }
  return Done{};
}

Result<std::string> digest_at(const Json& json, std::string_view key) {
  const std::string text(json.text_or(key));
  if (!digest_from_hex(text).ok()) return not_a_seal(fmt::format("\"{}\" is no digest", key));
  return text;
}

Result<SealedData> data_from_json(const Json& json) {
  TRY(check_members(json, {"path", "sha256", "items"}));
  const int64_t items = json.integer_or("items", 0);
  if (items <= 0) return not_a_seal("no items");
  return SealedData{std::string(json.text_or("path")), TRY(digest_at(json, "sha256")), items};
}

}  // namespace

std::string digest_of(const Plan& plan) { return sha256_hex(plan_to_json(plan).canonical()); }

std::string sealed_text(const Seal& seal) { return body_of(seal).canonical() + "\n"; }

Result<Seal> make_seal(const Plan& plan) {
  Seal seal{.digest = {}, .plan_digest = digest_of(plan), .data = {}, .time = utc_now(), .signature = {}, .signer = {}};
  for (const auto& workload : plan.workloads) {
    const DataFacts facts = TRY(read_data(workload, plan.base()));
    seal.data[workload.name] = {workload.data, facts.sha256, facts.items};
  }
  seal.digest = sha256_hex(sealed_text(seal));
  if (plan.signing_key.empty()) return seal;
  const Signature signature = TRY(sign(sealed_text(seal), key_path(plan)));
  seal.signature = signature.armored;
  seal.signer = signature.signer;
  return seal;
}

Json seal_to_json(const Seal& seal) {
  Json out = body_of(seal).set("digest", seal.digest).set("time", seal.time);
  if (!seal.signature.empty()) out.set("signature", seal.signature).set("signer", seal.signer);
  return out;
}

Result<Seal> seal_from_json(const Json& json) {
  TRY(check_members(json, {"format", "plan", "data", "digest", "time", "signature", "signer"}));
  if (json.integer_or("format", 0) != kFormat) return not_a_seal("it has another format than this program knows");
  Seal seal;
  seal.plan_digest = TRY(digest_at(json, "plan"));
  seal.digest = TRY(digest_at(json, "digest"));
  const Json* data = json.find("data");
  if (data == nullptr || data->object_if() == nullptr) return not_a_seal("\"data\" is missing");
  for (const auto& [workload, one] : *data->object_if()) seal.data[workload] = TRY(data_from_json(one));
  seal.time = json.text_or("time");
  seal.signature = json.text_or("signature");
  seal.signer = json.text_or("signer");
  if (sha256_hex(sealed_text(seal)) != seal.digest) {
    return damaged_error("the seal's digest is not that of its content");
  }
  return seal;
}

Result<std::string> difference_from_seal(const Plan& plan, const Seal& seal) {
  if (digest_of(plan) != seal.plan_digest) return std::string("the plan was edited after it was sealed");
  for (const auto& workload : plan.workloads) {
    const auto sealed = seal.data.find(workload.name);
    if (sealed == seal.data.end()) return fmt::format("the seal does not know the workload \"{}\"", workload.name);
    const DataFacts facts = TRY(read_data(workload, plan.base()));
    if (facts.sha256 != sealed->second.sha256) {
      return fmt::format("the data of the workload \"{}\" (\"{}\") has changed since it was sealed", workload.name,
                         workload.data);
    }
  }
  return std::string();
}

}  // namespace pilotage
