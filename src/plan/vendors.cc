// SPDX-License-Identifier: Apache-2.0
// A scheduler's own names (partitions, node lists of ranges) say nothing of a vendor; only what the plan itself states
// can be checked here. The `host` probe sees the rest.
#include "plan/vendors.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace pilotage {
namespace {

using Profiles = std::set<std::string>;

std::string_view program_of(std::string_view word) { return word.substr(word.rfind('/') + 1); }

bool starts_ranks(const std::vector<std::string>& launcher) {
  constexpr std::string_view kStarters[] = {"torchrun", "mpirun", "mpiexec", "srun", "deepspeed", "accelerate"};
  return std::any_of(launcher.begin(), launcher.end(), [&](const std::string& word) {
    return std::find(std::begin(kStarters), std::end(kStarters), program_of(word)) != std::end(kStarters);
  });
}

// `user@host` of an ssh launcher without its user; "" where there is none.
std::string ssh_host(const std::vector<std::string>& launcher) {
  constexpr std::string_view kWithValue = "BbcDEeFIiJLlmOopQRSWw";  // ssh(1): options that take a value
  if (launcher.empty() || program_of(launcher[0]) != "ssh") return "";
  for (size_t i = 1; i < launcher.size(); ++i) {
    const std::string& word = launcher[i];
    if (!word.starts_with("-")) return word.substr(word.rfind('@') + 1);
    if (word.size() == 2 && kWithValue.find(word[1]) != std::string_view::npos) ++i;
  }
  return "";
}

// Cuts `--host=a:8,b:8` and the like into words.
void add_words(std::string_view text, std::set<std::string>& words) {
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(",:= "), text.size());
    words.insert(std::string(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string mixing(std::string_view what, std::string_view theirs, std::string_view ours) {
  return fmt::format(
      "one distributed job never mixes vendors: {} is of profile {}, this platform of {}; the "
      "collectives of one cannot speak with the other's. Make it a platform of its own",
      shown(what), shown(theirs), shown(ours));
}

class Vendors {
 public:
  explicit Vendors(const Plan& plan) {
    for (const auto& one : plan.platforms) {
      if (const auto host = ssh_host(one.launcher); !host.empty()) of_host_[host].insert(one.profile);
      of_host_or_name_[one.name].insert(one.profile);
    }
    for (const auto& [host, profiles] : of_host_) of_host_or_name_[host].insert(profiles.begin(), profiles.end());
  }

  // What is wrong with the platform's launcher, or "".
  std::string problem_of_launcher(const Platform& one) const {
    if (!starts_ranks(one.launcher)) return "";
    std::set<std::string> words;
    for (const auto& word : one.launcher) add_words(word, words);
    for (const auto& word : words) {
      if (auto problem = problem_of(word, of_host_, one.profile); !problem.empty()) return problem;
    }
    return "";
  }

  std::string problem_of_hosts(const Platform& one) const {
    const Json* hosts = one.options.find("hosts");
    const auto* list = hosts != nullptr ? hosts->array_if() : nullptr;
    if (list == nullptr) return "";
    for (const auto& entry : *list) {
      if (auto problem = problem_of_entry(entry, one.profile); !problem.empty()) return problem;
    }
    return "";
  }

 private:
  std::string problem_of_entry(const Json& entry, const std::string& ours) const {
    if (const auto* name = entry.string_if()) return problem_of(*name, of_host_or_name_, ours);
    const auto theirs = entry.text_or("profile", ours);
    return theirs == ours ? "" : mixing(entry.text_or("host", "a host"), theirs, ours);
  }

  static std::string problem_of(const std::string& word, const std::map<std::string, Profiles>& known,
                                const std::string& ours) {
    const auto found = known.find(word);
    if (found == known.end() || found->second.contains(ours)) return "";
    return mixing(word, *found->second.begin(), ours);
  }

  std::map<std::string, Profiles> of_host_;
  std::map<std::string, Profiles> of_host_or_name_;
};

}  // namespace

void check_vendors(const Plan& plan, const Places& places, Mistakes& mistakes) {
  const Vendors vendors(plan);
  for (size_t i = 0; i < plan.platforms.size(); ++i) {
    const Platform& one = plan.platforms[i];
    if (auto text = vendors.problem_of_launcher(one); !text.empty()) {
      mistakes.add(places.of("platform", i, "launcher"), text);
    }
    if (auto text = vendors.problem_of_hosts(one); !text.empty()) {
      mistakes.add(places.of("platform", i, "options"), text);
    }
  }
}

}  // namespace pilotage
