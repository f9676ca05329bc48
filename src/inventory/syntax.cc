// SPDX-License-Identifier: Apache-2.0
// The one file that knows tree-sitter. Its tree is copied into ours in one pass of a cursor, named nodes only: walking
// ours afterwards costs no calls, and symbols and fields are compared as numbers.
#include "inventory/syntax.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <string>

#include "base/check.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace pilotage {
namespace {

struct ShapeName {
  const char* name;
  NodeShape shape;
};

constexpr ShapeName kShapes[] = {
    {"module", NodeShape::kModule},
    {"import_statement", NodeShape::kImport},
    {"import_from_statement", NodeShape::kImportFrom},
    {"future_import_statement", NodeShape::kFutureImport},
    {"dotted_name", NodeShape::kDottedName},
    {"relative_import", NodeShape::kRelativeImport},
    {"aliased_import", NodeShape::kAliasedImport},
    {"wildcard_import", NodeShape::kWildcard},
    {"identifier", NodeShape::kIdentifier},
    {"attribute", NodeShape::kAttribute},
    {"call", NodeShape::kCall},
    {"argument_list", NodeShape::kArguments},
    {"keyword_argument", NodeShape::kKeywordArgument},
    {"string", NodeShape::kString},
    {"string_content", NodeShape::kStringContent},
    {"escape_sequence", NodeShape::kEscape},
    {"interpolation", NodeShape::kInterpolation},
    {"concatenated_string", NodeShape::kConcatenated},
    {"assignment", NodeShape::kAssignment},
    {"expression_statement", NodeShape::kExpressionStatement},
    {"function_definition", NodeShape::kFunction},
    {"class_definition", NodeShape::kClass},
    {"decorator", NodeShape::kDecorator},
    {"decorated_definition", NodeShape::kDecorated},
    {"block", NodeShape::kBlock},
    {"if_statement", NodeShape::kIf},
    {"elif_clause", NodeShape::kElif},
    {"else_clause", NodeShape::kElse},
    {"conditional_expression", NodeShape::kConditional},
    {"integer", NodeShape::kInteger},
    {"float", NodeShape::kFloat},
    {"comment", NodeShape::kComment},
    {"default_parameter", NodeShape::kDefaultParameter},
    {"typed_default_parameter", NodeShape::kTypedDefault},
    {"comparison_operator", NodeShape::kComparison},
    {"boolean_operator", NodeShape::kBoolean},
    {"not_operator", NodeShape::kNot},
    {"pair", NodeShape::kPair},
    {"true", NodeShape::kTrue},
    {"false", NodeShape::kFalse},
    {"none", NodeShape::kNone},
    {"subscript", NodeShape::kSubscript},
    {"tuple", NodeShape::kTuple},
    {"list", NodeShape::kList},
    {"unary_operator", NodeShape::kUnary},
    {"dictionary", NodeShape::kDictionary},
    {"parenthesized_expression", NodeShape::kParenthesized},
};

struct PartName {
  std::string_view name;
  PartOf part;
};

constexpr PartName kParts[] = {
    {"name", PartOf::kName},
    {"module_name", PartOf::kModuleName},
    {"alias", PartOf::kAlias},
    {"object", PartOf::kObject},
    {"attribute", PartOf::kAttribute},
    {"function", PartOf::kFunction},
    {"arguments", PartOf::kArguments},
    {"value", PartOf::kValue},
    {"left", PartOf::kLeft},
    {"right", PartOf::kRight},
    {"condition", PartOf::kCondition},
    {"consequence", PartOf::kConsequence},
    {"alternative", PartOf::kAlternative},
    {"body", PartOf::kBody},
    {"key", PartOf::kKey},
    {"subscript", PartOf::kSubscript},
    {"argument", PartOf::kArgument},
    {"expression", PartOf::kExpression},
};

// By symbol number: which shape it is.
std::vector<NodeShape> shapes_by_symbol(const TSLanguage* language) {
  std::vector<NodeShape> shapes(ts_language_symbol_count(language), NodeShape::kOther);
  for (const auto& [name, shape] : kShapes) {
    for (uint32_t symbol = 0; symbol < shapes.size(); ++symbol) {
      const auto number = static_cast<TSSymbol>(symbol);
      const bool named = ts_language_symbol_type(language, number) == TSSymbolTypeRegular;
      if (named && std::string_view(ts_language_symbol_name(language, number)) == name) shapes[symbol] = shape;
    }
  }
  return shapes;
}

std::vector<PartOf> parts_by_field(const TSLanguage* language) {
  std::vector<PartOf> parts(ts_language_field_count(language) + 1, PartOf::kNone);
  for (const auto& [name, part] : kParts) {
    const TSFieldId field = ts_language_field_id_for_name(language, name.data(), static_cast<uint32_t>(name.size()));
    if (field != 0) parts[field] = part;
  }
  return parts;
}

struct DeleteTree {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

constexpr uint64_t kTimeLimit_us = 5'000'000;  // one file's; ordinary ones of the largest size take a quarter second

}  // namespace

struct PythonParser::State {
  State()
      : parser(ts_parser_new()),
        shapes(shapes_by_symbol(tree_sitter_python())),
        parts(parts_by_field(tree_sitter_python())) {
    PILOTAGE_CHECK(ts_parser_set_language(parser, tree_sitter_python()));
    ts_parser_set_timeout_micros(parser, kTimeLimit_us);
  }
  ~State() { ts_parser_delete(parser); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  SyntaxNode described(const TSTreeCursor& cursor, TSNode node) const {
    const TSSymbol symbol = ts_node_symbol(node);
    const TSPoint point = ts_node_start_point(node);
    return {.shape = symbol < shapes.size() ? shapes[symbol] : NodeShape::kOther,  // an error has a symbol beyond them
            .part = parts[ts_tree_cursor_current_field_id(&cursor)],
            .start = ts_node_start_byte(node),
            .end = ts_node_end_byte(node),
            .line = point.row,
            .column = point.column};
  }

  void copy(const TSTree* tree, std::vector<SyntaxNode>& nodes) const;

  TSParser* parser;
  std::vector<NodeShape> shapes;
  std::vector<PartOf> parts;
};

namespace {

TSPoint point_at(std::string_view text, size_t from, TSPoint start, size_t to) {
  const std::string_view part = text.substr(from, to - from);
  const auto lines = static_cast<uint32_t>(std::count(part.begin(), part.end(), '\n'));
  if (lines == 0) return {start.row, start.column + static_cast<uint32_t>(part.size())};
  return {start.row + lines, static_cast<uint32_t>(part.size() - part.rfind('\n') - 1)};
}

std::vector<TSRange> ranges_of(std::string_view text, std::span<const ByteRange> ranges) {
  std::vector<TSRange> result;
  size_t at = 0;
  TSPoint point{0, 0};
  for (const auto& [start, end] : ranges) {
    const TSPoint first = point_at(text, at, point, start);
    point = point_at(text, start, first, end);
    at = end;
    result.push_back({first, point, start, end});
  }
  return result;
}

// Where the next node goes: under the node above, behind the one before it.
class Copy {
 public:
  explicit Copy(std::vector<SyntaxNode>& nodes) : nodes_(nodes) {}

  void enter() { open_.push_back({last_, -1}); }
  void leave() {
    last_ = open_.back().parent;
    open_.pop_back();
  }
  void add(SyntaxNode node) {
    const auto index = static_cast<int32_t>(nodes_.size());
    nodes_.push_back(node);
    if (!open_.empty()) link(index);
    last_ = index;
  }

 private:
  struct Level {
    int32_t parent;
    int32_t before;  // its last child so far
  };
  void link(int32_t index) {
    Level& level = open_.back();
    (level.before < 0 ? nodes_[static_cast<size_t>(level.parent)].child
                      : nodes_[static_cast<size_t>(level.before)].next) = index;
    level.before = index;
  }

  std::vector<SyntaxNode>& nodes_;
  std::vector<Level> open_;
  int32_t last_ = -1;
};

// Moves to the next node in the order of the text that is not below this one. False at the end.
bool go_on(TSTreeCursor& cursor, Copy& copy) {
  while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
    if (!ts_tree_cursor_goto_parent(&cursor)) return false;
    copy.leave();
  }
  return true;
}

}  // namespace

// Unnamed nodes (operators, brackets, words of the language) have nothing below them and are left out.
void PythonParser::State::copy(const TSTree* tree, std::vector<SyntaxNode>& nodes) const {
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  Copy copy(nodes);
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const bool named = ts_node_is_named(node);
    if (named) copy.add(described(cursor, node));
    if (named && ts_tree_cursor_goto_first_child(&cursor)) {
      copy.enter();
    } else {
      more = go_on(cursor, copy);
    }
  }
  ts_tree_cursor_delete(&cursor);
}

PythonParser::PythonParser() : state_(std::make_unique<State>()) {}
PythonParser::~PythonParser() = default;

const std::vector<SyntaxNode>& PythonParser::parse(std::string_view text, std::span<const ByteRange> ranges) {
  nodes_.clear();
  const auto included = ranges_of(text, ranges);
  if (included.empty()) return nodes_;
  PILOTAGE_CHECK(
      ts_parser_set_included_ranges(state_->parser, included.data(), static_cast<uint32_t>(included.size())));
  const std::unique_ptr<TSTree, DeleteTree> tree(
      ts_parser_parse_string(state_->parser, nullptr, text.data(), static_cast<uint32_t>(text.size())));
  if (!tree) {
    ts_parser_reset(state_->parser);  // out of time
    return nodes_;
  }
  state_->copy(tree.get(), nodes_);
  return nodes_;
}

}  // namespace pilotage
