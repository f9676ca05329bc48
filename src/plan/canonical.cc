// SPDX-License-Identifier: Apache-2.0
// The canonical form, from the table of keys: what is sealed, with every default filled in, so that a plan means the
// same when a later version has other defaults. Left out is what says where things lie on a host: `root`, `python`, the
// key.
#include "plan/keys.h"
#include "plan/value.h"

namespace pilotage {
namespace {

constexpr int kFormat = 1;  // raised when the same plan would get another canonical form

Json element_to_json(Plan& plan, const Section& section, size_t index) {
  Json out = Json::object();
  if (section.shape == Shape::kNamed) out.set("name", plan.platforms[index].name);
  for (const Key* key : keys_of(section.name)) {
    if (key->sealed == Sealed::kYes) out.set(std::string(key->name), value_of(key->slot(plan, index)));
  }
  for (const auto& inner : plan_sections()) {
    if (inner.shape != Shape::kInner || !inner.name.starts_with(std::string(section.name) + ".")) continue;
    out.set(std::string(inner.name.substr(section.name.size() + 1)), element_to_json(plan, inner, index));
  }
  return out;
}

Json section_to_json(Plan& plan, const Section& section) {
  if (section.shape == Shape::kSingle) return element_to_json(plan, section, 0);
  Json list = Json::array();
  for (size_t i = 0; i < section.count(plan); ++i) list.push(element_to_json(plan, section, i));
  return list;
}

}  // namespace

Json plan_to_json(const Plan& plan) {
  Plan copy = plan;  // slots lead to values that may be changed
  Json out = Json::object().set("format", kFormat);
  for (const auto& section : plan_sections()) {
    if (section.shape != Shape::kInner) out.set(std::string(section.name), section_to_json(copy, section));
  }
  return out;
}

}  // namespace pilotage
