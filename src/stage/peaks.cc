// SPDX-License-Identifier: Apache-2.0
#include "stage/peaks.h"

#include <fmt/core.h>

#include <algorithm>

#include "profile/bounds.h"

namespace pilotage {
namespace {

// What stands between the two, nothing where the text has not both.
std::optional<std::string> middle(const std::string& text, std::string_view front, std::string_view back) {
  if (!text.starts_with(front) || !text.ends_with(back) || text.size() < front.size() + back.size()) return std::nullopt;
  return text.substr(front.size(), text.size() - front.size() - back.size());
}

std::optional<double> peak_of(const std::string& metric, const Profile& profile, const Json& host_found) {
  if (const auto format = middle(metric, "gemm.", ".flops")) return peak_flops(profile, host_found, *format);
  if (middle(metric, "memory.", ".bandwidth")) return peak_bandwidth(profile, host_found);
  return std::nullopt;
}

Json refusal(const std::string& metric, const Observation& largest, double peak, const Profile& profile) {
  const std::string text = fmt::format("{} is {:.4g} {}, above the peak of {:.4g} {} that profile \"{}\" gives this processor",
                                       metric, largest.value, largest.unit, peak, largest.unit, profile.name);
  return Json::object().set("code", "implausible").set("metric", metric).set("text", text);
}

}  // namespace

Status refuse_above_peak(const Profile& profile, const Json& host_found, Sequence attempt, Store& store) {
  for (const auto& metric : TRY(store.metrics(attempt))) {
    const auto peak = peak_of(metric, profile, host_found);
    if (!peak) continue;
    const auto numbers = TRY(store.observations(attempt, metric));
    const auto largest = std::ranges::max_element(numbers, {}, &Observation::value);
    if (largest == numbers.end() || largest->value <= *peak) continue;
    TRY(store.note(attempt, RecordKind::kRefusal, refusal(metric, *largest, *peak, profile)));
  }
  return Done{};
}

Result<Json> host_of(const Store& store, const std::string& seal, const std::string& platform) {
  Json found;
  const auto attempts = TRY(store.attempts());
  const auto is_look = [&](const Note& hello) {
    return std::ranges::any_of(attempts, [&](const Attempt& one) {
      return one.sequence == hello.attempt && one.complete && one.probe == "host" && one.platform == platform && one.seal == seal;
    });
  };
  for (const Note& hello : TRY(store.notes(RecordKind::kHello))) {
    const Json* facts = hello.body.find("found");
    if (facts != nullptr && is_look(hello)) found = *facts;
  }
  return found;
}

Result<std::optional<Profile>> profile_if_known(const std::filesystem::path& profiles, const std::string& name) {
  std::error_code code;
  if (!std::filesystem::is_directory(profiles / name, code)) return std::optional<Profile>();
  return std::optional<Profile>(TRY(load_profile(profiles / name)));
}

}  // namespace pilotage
