// SPDX-License-Identifier: Apache-2.0
// The rows of a profile: plain data, one struct for each kind of row, with the words that they may use. Every row says
// where it is from. docs/profile-format.md explains each member; src/profile/columns.cc is the table that fills them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/units.h"

namespace pilotage {

enum class Confidence {
  kOfficial,  // the vendor's documentation
  kSnapshot,  // the vendor's public code at one date
  kReported,  // a third party
  kProbed,    // seen by a probe
};

// What becomes of an operator or a feature. Only the first four run on the device, and `kNarrowed` with a result that
// may differ without a word.
enum class Support { kUnknown, kYes, kPartial, kDecomposed, kNarrowed, kFallback, kNo };

enum class FigureName {
  kPeak,
  kMemory,
  kBandwidth,
  kLinkBandwidth,
  kHostLinkBandwidth,
  kPower,
  kPowerIdle,
  kClock,
  kMemoryClock,
  kUnits,
  kCores,
  kWarpWidth,
  kThreadsPerBlock,
  kThreadsPerUnit,
  kWarpsPerBlock,
  kSharedMemoryPerBlock,
  kSharedMemoryPerUnit,
  kPrivateMemoryPerThread,
  kRegistersPerUnit,
  kL2Cache,
  kOnChipMemory,
  kLaunchTime,
};

enum class FigureBasis { kNominal, kMeasured, kDerived };  // as sold, as somebody measured it, computed from others
enum class DetectBy { kModule, kPackage, kFile, kCommand, kPci, kAttribute };
enum class ReleaseBasis { kReleased, kObserved };
enum class ComponentRole {
  kSdk,
  kDriver,
  kFirmware,
  kRuntime,
  kCompiler,
  kCollectives,
  kTools,
  kFramework,
  kPlugin,
  kKernelLanguage,
  kLibrary,
  kLanguage,
  kSystem
};
enum class CallSafety { kReadOnly, kMeasures, kChangesState };

struct ProfileRow {
  std::string id;  // may be empty
  std::string source;
  std::string date;  // YYYY-MM-DD: when the source said so
  Confidence confidence = Confidence::kReported;
  std::string note;                         // may be empty
  std::string since;                        // release from which the row holds; empty: from the first
  std::string until;                        // release from which it no longer holds; empty: it still does
  std::vector<std::string> conflicts_with;  // ids of rows that say other than this one
  std::string file;                         // where it was read
  int64_t line = 0;
};

// ---- profile.toml ----

struct DetectRow : ProfileRow {
  DetectBy by = DetectBy::kModule;
  std::string at;  // the module, file, command … that is looked at
  std::string
      shows;  // text that must be seen there, a version pattern for a package; empty: that it is there is enough
  bool absent = false;  // it must not be there
};

struct Fact : ProfileRow {
  std::string key;                // dotted, `compute.fp32`
  Quantity value;                 // in a base unit
  std::vector<std::string> when;  // features that the device must have, all of them
};

// ---- releases.toml ----

struct ComponentRow : ProfileRow {
  std::string name;  // as `components` of a release uses it
  ComponentRole role = ComponentRole::kLibrary;
  std::vector<std::string> packages;  // names under which package managers know it
  std::string read;                   // how its version is read on a machine
  int64_t compare = 0;                // how many leading numbers of a version must agree; 0: all that a release names
};

using Components =
    std::vector<std::pair<std::string, std::vector<std::string>>>;  // component -> versions, in file order

struct ReleaseRow : ProfileRow {
  std::string name;  // `2.33.0`; several rows may share it, for different chips
  ReleaseBasis basis = ReleaseBasis::kReleased;
  std::vector<std::string> chips;  // families or names; empty: all
  Components components;
};

// ---- chips.toml ----

struct ChipRow : ProfileRow {
  std::string name;
  std::vector<std::string> aliases;  // as tools show it
  std::string architecture;
  std::string form;
  std::vector<std::string> formats;      // that the hardware computes in
  std::vector<std::string> formats_not;  // that it is known not to
  std::vector<std::string> links;        // how it is joined to others
  std::string memory_kind;
};

struct FigureRow : ProfileRow {
  std::vector<std::string> chips;
  FigureName name = FigureName::kPeak;
  std::string format;  // of a peak
  Quantity value;
  FigureBasis basis = FigureBasis::kNominal;
};

// ---- operators.toml and features.toml ----

struct OperatorRow : ProfileRow {
  std::vector<std::string> overloads;  // `aten::add.Tensor`; what the row says holds for each
  Support eager = Support::kUnknown;
  Support compiled = Support::kUnknown;
  std::vector<std::string> dtypes;      // for which this is said; empty: for none in particular
  std::vector<std::string> dtypes_not;  // for which it does not work
};

struct FeatureRow : ProfileRow {
  std::string name;  // one of `all_feature_words()`
  Support eager = Support::kUnknown;
  Support compiled = Support::kUnknown;
  std::vector<std::string> chips;  // empty: all
};

// ---- collectives.toml ----

struct CollectiveRow : ProfileRow {
  std::string library;
  std::vector<std::string> operations;
  Support support = Support::kUnknown;
  std::vector<std::string> dtypes_not;
};

struct VariableRow : ProfileRow {
  std::string name;
  std::string role;  // the same word in every profile, so that two vendors' names for one thing find each other
  std::string meaning;
  std::string otherwise;            // its default, as text
  std::vector<std::string> values;  // seen or advised
};

// ---- wheels.toml, tools.toml, errors.toml, defects.toml ----

struct WheelRow : ProfileRow {
  std::string package;      // as others name it on PyPI
  std::string replacement;  // what is installed here instead; empty: the same name
  Support support = Support::kUnknown;
};

struct LocalVersionRow : ProfileRow {
  std::string prefix;  // `metax` in `2.8.0+metax3.5.3.9`
  std::string example;
  std::string names;     // the component whose version the rest is; empty: none
  int64_t compare = 0;   // how many of its numbers must agree with that component; 0: none
  bool foreign = false;  // belongs to another vendor's stack
};

struct ToolRow : ProfileRow {
  std::string name;
  std::string role;  // as that of a variable
  std::string command;
  std::string shows;
  CallSafety safety = CallSafety::kReadOnly;
  std::vector<std::string> never;  // options that change the state of a device
};

struct ErrorCodeRow : ProfileRow {
  std::string code;
  std::string number;  // as logs print it; empty: none
  std::string area;
  std::string meaning;
  std::string what_next;
};

struct DefectRow : ProfileRow {
  std::string component;
  std::string affected;  // range in words
  std::string symptom;
  std::string cause;
  std::string what_to_do;
  std::vector<std::string> seen_by;  // files, environment, probe, comparison, load: which kind of check can see it
  std::string check;                 // what that check looks at
};

std::string_view word(Confidence confidence);
std::string_view word(Support support);
std::string_view word(FigureName name);

// It runs on the device, exactly or nearly as asked.
bool runs(Support support);

}  // namespace pilotage
