// SPDX-License-Identifier: Apache-2.0
// Syntax: a Python file as a flat tree of the nodes that the extractor looks at. The parser behind it recovers from
// errors, so any text has a tree.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace pilotage {

// What a node is. Names are the grammar's; what the extractor treats alike is kOther.
enum class NodeShape : uint8_t {
  kOther,
  kModule,
  kImport,
  kImportFrom,
  kFutureImport,
  kDottedName,
  kRelativeImport,
  kAliasedImport,
  kWildcard,
  kIdentifier,
  kAttribute,
  kCall,
  kArguments,
  kKeywordArgument,
  kString,
  kStringContent,
  kInterpolation,
  kConcatenated,
  kAssignment,
  kExpressionStatement,
  kFunction,
  kClass,
  kDecorator,
  kDecorated,
  kBlock,
  kIf,
  kElif,
  kElse,
  kConditional,
  kInteger,
  kFloat,
  kComment,
  kDefaultParameter,
  kTypedDefault,
  kComparison,
  kBoolean,
  kNot,
  kPair,
  kTrue,
  kFalse,
  kNone,
  kSubscript,
  kTuple,
  kList,
  kUnary,
  kEscape,
  kDictionary,
  kParenthesized,
};

// What a node is to its parent.
enum class PartOf : uint8_t {
  kNone,
  kName,
  kModuleName,
  kAlias,
  kObject,
  kAttribute,
  kFunction,
  kArguments,
  kValue,
  kLeft,
  kRight,
  kCondition,
  kConsequence,
  kAlternative,
  kBody,
  kKey,
  kSubscript,
  kArgument,
  kExpression,
};

struct SyntaxNode {
  NodeShape shape = NodeShape::kOther;
  PartOf part = PartOf::kNone;
  uint32_t start = 0;  // bytes
  uint32_t end = 0;
  uint32_t line = 0;    // from 0
  uint32_t column = 0;  // from 0, bytes
  int32_t next = -1;    // sibling
  int32_t child = -1;   // first
};

struct ByteRange {
  uint32_t start = 0;
  uint32_t end = 0;
};

// Not for two threads at once; each thread has its own.
class PythonParser {
 public:
  PythonParser();
  ~PythonParser();
  PythonParser(const PythonParser&) = delete;
  PythonParser& operator=(const PythonParser&) = delete;

  // The nodes in the order of the text, the root first. Only these ranges of the text are looked at, which are in order
  // and do not overlap. Valid until the next call.
  const std::vector<SyntaxNode>& parse(std::string_view text, std::span<const ByteRange> ranges);

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::vector<SyntaxNode> nodes_;
};

}  // namespace pilotage
