// SPDX-License-Identifier: Apache-2.0
// Html: markup that is safe to write out. Text enters only through `text` and attribute values, both escaped by the one
// function here, so that no name of a plan or a probe can become markup. The same rules serve HTML, SVG and JUnit XML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pilotage {

// Text as it may stand in XML and HTML, inside an element or an attribute in double quotes. Bytes that are no UTF-8 and
// characters that XML does not have become U+FFFD; invisible characters that turn the direction of writing become
// visible, as `[U+202E]`, since a name must not be able to read as another.
std::string escape_markup(std::string_view text);

// The same repair without the escaping: for terminals, where a control character could move the cursor.
std::string visible_text(std::string_view text);

// The same bytes, but U+FFFD for those that are no UTF-8: what JSON asks for, and no more.
std::string valid_utf8(std::string_view text);

class Html {
 public:
  Html() = default;
  template <size_t N>
  Html(const char (&literal)[N]) : code_(literal) {}  // markup written in this program

  Html& operator+=(const Html& other) {
    code_ += other.code_;
    return *this;
  }
  friend Html operator+(Html left, const Html& right) { return std::move(left += right); }

  const std::string& code() const { return code_; }
  bool empty() const { return code_.empty(); }

 private:
  friend Html text(std::string_view);
  friend Html element(std::string_view, const std::vector<std::pair<std::string_view, std::string>>&, const Html&);
  std::string code_;
};

using Attributes = std::vector<std::pair<std::string_view, std::string>>;  // values are escaped when written

Html text(std::string_view text);
// A name that somebody else chose: kept apart from the direction of writing around it.
Html name(std::string_view text);
Html element(std::string_view tag, const Attributes& attributes, const Html& inner);
Html element(std::string_view tag, const Html& inner);

}  // namespace pilotage
