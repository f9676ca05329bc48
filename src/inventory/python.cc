// SPDX-License-Identifier: Apache-2.0
// One walk over the tree. Left out on the way: comments, docstrings, texts of several lines (they hold code or prose),
// branches that are never taken and those of another vendor.
#include "inventory/python.h"

#include <algorithm>

#include "inventory/lines.h"
#include "inventory/package.h"
#include "inventory/python_names.h"
#include "inventory/vendor_branch.h"

namespace pilotage {
namespace {

constexpr int kDeepest = 1500;        // levels of nesting that are followed
constexpr size_t kLongestText = 200;  // of a string or a value
constexpr int32_t kNone = -1;

// `install_requires`, `extras_require`, `requirements`, `dependencies`.
bool lists_packages(std::string_view name) {
  return name.find("require") != std::string_view::npos || name.ends_with("dependencies");
}

bool is_literal(NodeShape shape) {
  return shape == NodeShape::kInteger || shape == NodeShape::kFloat || shape == NodeShape::kTrue ||
         shape == NodeShape::kFalse || shape == NodeShape::kNone || shape == NodeShape::kUnary;
}

class PythonReader {
 public:
  PythonReader(std::string_view text, const std::vector<SyntaxNode>& nodes, Occurrences& out)
      : text_(text), nodes_(nodes), names_(text, nodes), out_(out) {}

  void read() {
    if (!nodes_.empty()) visit(0);
  }

 private:
  const SyntaxNode& at(int32_t node) const { return nodes_[static_cast<size_t>(node)]; }
  std::string_view text_of(int32_t node) const { return text_.substr(at(node).start, at(node).end - at(node).start); }

  int32_t part(int32_t node, PartOf wanted) const {
    for (int32_t child = at(node).child; child != kNone; child = at(child).next) {
      if (at(child).part == wanted) return child;
    }
    return kNone;
  }

  void add(Kind kind, std::string text, int32_t node) {
    out_.push_back({kind, std::move(text), int64_t{at(node).line} + 1, int64_t{at(node).column} + 1});
  }

  void visit(int32_t node) {
    if (node == kNone || depth_ >= kDeepest) return;
    ++depth_;
    visit_shape(node);
    --depth_;
  }

  void visit_children(int32_t node) {
    for (int32_t child = at(node).child; child != kNone; child = at(child).next) visit(child);
  }

  void visit_shape(int32_t node) {
    switch (at(node).shape) {
      case NodeShape::kImport:
      case NodeShape::kImportFrom: return visit_import(node);
      case NodeShape::kFutureImport:
      case NodeShape::kComment: return;
      case NodeShape::kExpressionStatement: return visit_statement(node);
      case NodeShape::kString: return visit_string(node);
      case NodeShape::kAttribute: return visit_attribute(node);
      case NodeShape::kIdentifier: return visit_identifier(node);
      case NodeShape::kCall: return visit_call(node);
      case NodeShape::kPair: return visit_pair(node);
      case NodeShape::kAssignment: return visit_assignment(node);
      case NodeShape::kDecorator: return visit_decorator(node);
      case NodeShape::kIf: return visit_if(node);
      case NodeShape::kConditional: return visit_conditional(node);
      default: return visit_children(node);
    }
  }

  void visit_import(int32_t node) {
    const auto& all = names_.imports();  // in the order of the nodes
    auto one = std::upper_bound(all.begin(), all.end(), node, [](int32_t n, const Imported& i) { return n < i.node; });
    for (; one != all.end() && at(one->node).start < at(node).end; ++one) add(Kind::kImport, one->module, one->node);
  }

  void visit_statement(int32_t node) {
    const int32_t only = at(node).child;
    const bool text =
        only != kNone && (at(only).shape == NodeShape::kString || at(only).shape == NodeShape::kConcatenated);
    if (!text) visit_children(node);
  }

  // What a string says, `{}` where a value is put in. Nothing where it goes over lines.
  std::optional<std::string> string_text(int32_t node) const {
    std::string result;
    for (int32_t child = at(node).child; child != kNone; child = at(child).next) {
      if (at(child).shape == NodeShape::kStringContent) result += text_of(child);
      if (at(child).shape == NodeShape::kInterpolation) result += "{}";
    }
    if (result.size() > kLongestText || result.find('\n') != std::string::npos) return {};
    return result;
  }

  void visit_string(int32_t node) {
    if (const auto text = string_text(node)) {
      if (is_variable_name(*text)) add(Kind::kEnv, *text, node);
      const auto package = in_packages_ > 0 ? package_text(*text) : std::nullopt;
      if (package) add(Kind::kPackage, *package, node);
      add(Kind::kString, *text, node);
    }
    for (int32_t child = at(node).child; child != kNone; child = at(child).next) {
      if (at(child).shape == NodeShape::kInterpolation) visit_children(child);
    }
  }

  void visit_identifier(int32_t node) {
    if (at(node).part == PartOf::kName || at(node).part == PartOf::kLeft) return;
    if (auto name = names_.resolve(node)) add(Kind::kName, std::move(*name), node);
  }

  void visit_attribute(int32_t node) {
    if (auto name = names_.resolve(node)) return add(Kind::kName, std::move(*name), node);
    const int32_t attribute = part(node, PartOf::kAttribute);
    if (attribute != kNone) add(Kind::kAttribute, std::string(text_of(attribute)), attribute);
    visit(part(node, PartOf::kObject));
  }

  // What is called: its resolved name, or the last part of it.
  std::string callee_text(int32_t function) const {
    if (auto name = names_.resolve(function)) return *name;
    const int32_t attribute =
        at(function).shape == NodeShape::kAttribute ? part(function, PartOf::kAttribute) : function;
    return at(attribute).shape == NodeShape::kIdentifier ? std::string(text_of(attribute)) : std::string();
  }

  void visit_call(int32_t node) {
    const int32_t function = part(node, PartOf::kFunction);
    if (function == kNone) return visit_children(node);
    visit_callee(function);
    const int32_t arguments = part(node, PartOf::kArguments);
    if (arguments != kNone) visit_arguments(callee_text(function), node, arguments);
  }

  void visit_callee(int32_t function) {
    const int32_t attribute = at(function).shape == NodeShape::kAttribute ? part(function, PartOf::kAttribute) : kNone;
    if (attribute == kNone || names_.resolve(function)) return visit(function);
    add(Kind::kMethod, std::string(text_of(attribute)), attribute);
    visit(part(function, PartOf::kObject));
  }

  void visit_arguments(const std::string& callee, int32_t call, int32_t arguments) {
    if (auto text = call_text(callee, arguments)) add(Kind::kCall, std::move(*text), call);
    if (callee == "importlib.import_module" || callee == "__import__" || callee == "pytest.importorskip") {
      add_import_by_text(arguments);
    }
    for (int32_t one = at(arguments).child; one != kNone; one = at(one).next) {
      if (at(one).shape == NodeShape::kKeywordArgument)
        visit_keyword(callee, one);
      else
        visit(one);
    }
  }

  void add_import_by_text(int32_t arguments) {
    const int32_t first = at(arguments).child;
    if (first == kNone || at(first).shape != NodeShape::kString) return;
    if (auto text = string_text(first)) add(Kind::kImport, std::move(*text), first);
  }

  // `to(0)`: only where every argument is a plain value.
  std::optional<std::string> call_text(const std::string& callee, int32_t arguments) const {
    if (callee.empty()) return {};
    std::string result = callee + "(";
    for (int32_t one = at(arguments).child; one != kNone; one = at(one).next) {
      if (!is_literal(at(one).shape)) return {};
      result += (result.ends_with('(') ? "" : ",") + std::string(text_of(one));
      if (result.size() > kLongestText) return {};
    }
    return result + ")";
  }

  std::string value_text(int32_t node) const {
    if (node == kNone) return "";
    if (at(node).shape == NodeShape::kString) return string_text(node).value_or("");
    if (auto name = names_.resolve(node)) return *name;
    return std::string(text_of(node).substr(0, kLongestText));
  }

  void visit_keyword(const std::string& callee, int32_t node) {
    const int32_t name = part(node, PartOf::kName);
    const int32_t value = part(node, PartOf::kValue);
    if (name == kNone || value == kNone) return visit_children(node);
    if (is_variable_name(text_of(name))) add(Kind::kEnv, std::string(text_of(name)), name);
    add(Kind::kKeyword, callee + "(" + std::string(text_of(name)) + "=" + value_text(value) + ")", name);
    visit_maybe_packages(text_of(name), value);
  }

  void visit_maybe_packages(std::string_view name, int32_t value) {
    const bool packages = lists_packages(name);
    in_packages_ += packages ? 1 : 0;
    visit(value);
    in_packages_ -= packages ? 1 : 0;
  }

  void visit_pair(int32_t node) {
    const int32_t key = part(node, PartOf::kKey);
    const int32_t value = part(node, PartOf::kValue);
    if (key != kNone && at(key).shape == NodeShape::kString) {
      add(Kind::kKeyword, "{" + string_text(key).value_or("") + "=" + value_text(value) + "}", key);
    }
    visit_children(node);
  }

  void visit_assignment(int32_t node) {
    const int32_t left = part(node, PartOf::kLeft);
    const int32_t right = part(node, PartOf::kRight);
    if (left == kNone || right == kNone || at(left).shape != NodeShape::kIdentifier) return visit_children(node);
    if (is_literal(at(right).shape)) {
      add(Kind::kConstant, std::string(text_of(left)) + "=" + std::string(text_of(right)), left);
    }
    visit_maybe_packages(text_of(left), right);
  }

  void visit_decorator(int32_t node) {
    const int32_t what = at(node).child;
    if (what == kNone) return;
    const bool called = at(what).shape == NodeShape::kCall;
    const int32_t function = called ? part(what, PartOf::kFunction) : what;
    if (function == kNone) return;
    const std::string callee = callee_text(function);
    add(Kind::kDecorator, callee, what);
    const int32_t arguments = called ? part(what, PartOf::kArguments) : kNone;
    if (arguments != kNone) visit_arguments(callee, what, arguments);
  }

  Branch branch_of(int32_t condition) const {
    if (condition == kNone) return Branch::kAny;
    switch (at(condition).shape) {
      case NodeShape::kFalse: return Branch::kOther;
      case NodeShape::kInteger: return text_of(condition) == "0" ? Branch::kOther : Branch::kAny;
      case NodeShape::kParenthesized: return branch_of(at(condition).child);
      case NodeShape::kNot: return branch_of(at(condition).child) == Branch::kOther ? Branch::kUnless : Branch::kAny;
      case NodeShape::kBoolean: return branch_of_and(condition);
      case NodeShape::kComparison: return branch_of_comparison(text_of(condition));
      default: return names_other_vendor(text_of(condition)) ? Branch::kOther : Branch::kAny;
    }
  }

  // Of `a and b` the whole is another vendor's where one is; of `a or b` nothing follows.
  Branch branch_of_and(int32_t condition) const {
    const int32_t left = at(condition).child;
    const int32_t right = left == kNone ? kNone : at(left).next;
    if (right == kNone) return Branch::kAny;
    const std::string_view between = text_.substr(at(left).end, at(right).start - at(left).end);
    const bool both = between.find("and") != std::string_view::npos;
    const bool other = branch_of(left) == Branch::kOther || branch_of(right) == Branch::kOther;
    return both && other ? Branch::kOther : Branch::kAny;
  }

  static Branch branch_of_comparison(std::string_view text) {
    if (!names_other_vendor(text)) return Branch::kAny;
    const bool none = text.ends_with("None");
    const bool negated = text.find("!=") != std::string_view::npos || text.find(" not ") != std::string_view::npos;
    return none == negated ? Branch::kOther : Branch::kUnless;
  }

  void visit_if(int32_t node) {
    Branch before = Branch::kAny;  // of the conditions above the clause
    const Branch first = branch_of(part(node, PartOf::kCondition));
    for (int32_t child = at(node).child; child != kNone; child = at(child).next) {
      const bool body = at(child).part == PartOf::kConsequence;
      const Branch own = at(child).shape == NodeShape::kElif ? branch_of(part(child, PartOf::kCondition)) : first;
      if (body && first == Branch::kOther) continue;
      if (at(child).shape == NodeShape::kElif && (own == Branch::kOther || first == Branch::kUnless)) continue;
      if (at(child).shape == NodeShape::kElse && (before == Branch::kUnless || first == Branch::kUnless)) continue;
      before = own == Branch::kUnless ? own : before;
      visit(child);
    }
  }

  // `a if condition else b`: three children in this order.
  void visit_conditional(int32_t node) {
    const int32_t yes = at(node).child;
    const int32_t condition = yes == kNone ? kNone : at(yes).next;
    const int32_t no = condition == kNone ? kNone : at(condition).next;
    const Branch branch = branch_of(condition);
    if (branch != Branch::kOther) visit(yes);
    visit(condition);
    if (branch != Branch::kUnless) visit(no);
  }

  std::string_view text_;
  const std::vector<SyntaxNode>& nodes_;
  PythonNames names_;
  Occurrences& out_;
  int depth_ = 0;
  int in_packages_ = 0;
};

}  // namespace

Occurrences read_python(PythonParser& parser, std::string_view text, std::span<const ByteRange> ranges) {
  Occurrences out;
  PythonReader(text, parser.parse(text, ranges), out).read();
  return out;
}

}  // namespace pilotage
