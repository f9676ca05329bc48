// SPDX-License-Identifier: Apache-2.0
// Which cases each stage consists of. Adding a measurement means adding a function here and its probe.
#include <algorithm>

#include "base/digest.h"
#include "stage/entry.h"
#include "stage/stage.h"

namespace pilotage {
namespace {

constexpr Stage kStages[] = {
    {"inventory", "what does this workload consist of, and what would have to change?", "no inventory is built yet"},
    {"device", "does the system see healthy devices?", ""},
    {"basics", "do matrix products and memory work, at the speed the chip should have?", ""},
    {"answers", "does the model give the right answers on one device?", ""},
    {"serving", "how many items per second, at what response time?", ""},
    {"scaling", "what is lost by splitting over devices of one node?", "no scaling measurement is built yet"},
    {"training", "does it converge like the reference, and stay stable?", "no training measurement is built yet"},
    {"endurance", "does it hold for days, over nodes, through faults?", "no endurance measurement is built yet"},
};

// The reference, then the candidates as written.
std::vector<const Platform*> in_order(const Plan& plan) {
  std::vector<const Platform*> platforms{&plan.reference()};
  for (const Platform* candidate : plan.candidates()) platforms.push_back(candidate);
  return platforms;
}

Json own_conditions(const Platform& platform) {
  Json own = Json::object();
  own.set("device", platform.device);
  own.set("precision", platform.precision);
  own.set("threads", platform.threads);
  own.set("options", platform.options);
  own.set("python", platform.python);
  return own;
}

Case new_case(const Stage& stage, const Platform& platform, std::string probe) {
  Case one{.stage = std::string(stage.name), .platform = &platform, .probe = std::move(probe)};
  one.own = own_conditions(platform);
  if (platform.paper) one.not_to_run = "a paper platform is mapped, never run";
  return one;
}

std::vector<Case> device_cases(const Stage& stage, const Plan& plan, int64_t look) {
  std::vector<Case> cases;
  for (const Platform* platform : in_order(plan)) {
    for (const char* probe : {"host", "torch.env"}) {
      Case one = new_case(stage, *platform, probe);
      one.run = look;

      cases.push_back(std::move(one));
    }
  }
  return cases;
}

Json texts(const std::vector<std::string>& words) {
  Json array = Json::array();
  for (const auto& text : words) array.push(text);
  return array;
}

Json integers(const std::vector<int64_t>& numbers) {
  Json array = Json::array();
  for (const int64_t number : numbers) array.push(number);
  return array;
}

// The native probes compute on the processor; another device needs a probe of its own.
void only_on_processor(Case& one) {
  if (one.not_to_run.empty() && !one.platform->device.starts_with("cpu")) {
    one.not_to_run = "the native probe \"" + one.probe + "\" measures the processor, not \"" + one.platform->device + "\"";
  }
}

void add_threads(Case& one) {
  if (one.platform->threads) one.parameters.set("threads", *one.platform->threads);
}

std::vector<Case> basics_cases(const Stage& stage, const Plan& plan) {
  std::vector<Case> cases;
  for (const Platform* platform : in_order(plan)) {
    if (!plan.basics.gemm_sizes.empty()) {
      Case one = new_case(stage, *platform, "gemm");
      one.parameters.set("sizes", integers(plan.basics.gemm_sizes)).set("formats", texts(plan.basics.gemm_formats));
      one.shared = one.parameters;
      cases.push_back(std::move(one));
    }
    if (plan.basics.memory_mib) {
      Case one = new_case(stage, *platform, "memory");
      one.parameters.set("mib", *plan.basics.memory_mib);
      one.shared = one.parameters;
      cases.push_back(std::move(one));
    }
  }
  for (Case& one : cases) {
    add_threads(one);
    only_on_processor(one);
  }
  return cases;
}

// What every run of the entry has in common; the purpose adds its own.
Result<Case> entry_case(const Stage& stage, const Plan& plan, const Platform& platform, const Workload& workload,
                        const Seal& seal) {
  Case one = new_case(stage, platform, "torch.run");
  one.workload = &workload;
  const std::string entry = entry_of(platform, workload);
  const std::string entry_digest = TRY(sha256_of_file(plan.base() / entry).in("entry of workload \"" + workload.name + "\""));
  const auto& data = seal.data.at(workload.name);
  one.shared.set("data", data.sha256).set("kind", std::string(word(workload.kind))).set("batch", workload.batch);
  one.shared.set("options", workload.options);
  one.own.set("entry", entry_digest);
  one.parameters.set("entry", entry).set("entry_sha256", entry_digest);
  one.parameters.set("data", workload.data).set("data_sha256", data.sha256);
  one.parameters.set("kind", std::string(word(workload.kind))).set("batch", workload.batch);
  one.parameters.set("precision", platform.precision).set("threads", platform.threads);
  one.parameters.set("options", merged_options(workload, platform));
  if (!platform.root.empty()) one.parameters.set("root", platform.root);
  return one;
}

Result<std::vector<Case>> answers_cases(const Stage& stage, const Plan& plan, const Seal& seal) {
  std::vector<Case> cases;
  for (const Workload& workload : plan.workloads) {
    for (const Platform* platform : in_order(plan)) {
      Case one = TRY(entry_case(stage, plan, *platform, workload, seal));
      one.parameters.set("purpose", "outputs");
      one.shared.set("purpose", "outputs").set("items", seal.data.at(workload.name).items);
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

Result<Case> timed_case(const Stage& stage, const Plan& plan, const Platform& platform, const Workload& workload,
                        const Seal& seal, int64_t run) {
  Case one = TRY(entry_case(stage, plan, platform, workload, seal));
  const int64_t items = std::min(workload.timed_items, seal.data.at(workload.name).items);
  one.run = run;
  one.parameters.set("purpose", "timing").set("items", items).set("warmup", workload.warmup_batches).set("run", run);
  one.shared.set("purpose", "timing").set("items", items).set("warmup", workload.warmup_batches);
  return one;
}

Result<std::vector<Case>> serving_cases(const Stage& stage, const Plan& plan, const Seal& seal) {
  std::vector<Case> cases;
  std::vector<const Platform*> order = in_order(plan);
  for (const Workload& workload : plan.workloads) {
    for (int64_t run = 0; run < workload.timed_runs; ++run) {
      for (const Platform* platform : order) {
        cases.push_back(TRY(timed_case(stage, plan, *platform, workload, seal, run)));
      }
      std::reverse(order.begin(), order.end());
    }
  }
  return cases;
}

}  // namespace

std::string Case::title() const {
  std::string text = stage + ": " + probe;
  if (workload != nullptr) text += " of " + workload->name;
  text += " on " + platform->name;
  if (stage == "serving") text += ", run " + std::to_string(run + 1);
  return text;
}

std::span<const Stage> all_stages() { return kStages; }

Result<std::vector<Case>> cases_in_order(const Stage& stage, const Plan& plan, const Seal& seal, int64_t look) {
  if (stage.name == "device") return device_cases(stage, plan, look);
  if (stage.name == "basics") return basics_cases(stage, plan);
  if (stage.name == "answers") return answers_cases(stage, plan, seal);
  if (stage.name == "serving") return serving_cases(stage, plan, seal);
  return std::vector<Case>{};
}

std::string key_of(const Case& one, const std::string& environment_lock, const std::string& seal) {
  Json key = Json::object();
  key.set("stage", one.stage).set("platform", one.platform->name).set("probe", one.probe).set("run", one.run);
  key.set("workload", one.workload != nullptr ? Json(one.workload->name) : Json());
  key.set("device", one.platform->device).set("parameters", one.parameters);
  key.set("environment", environment_lock).set("seal", seal);
  return sha256_hex(key.canonical());
}

}  // namespace pilotage
