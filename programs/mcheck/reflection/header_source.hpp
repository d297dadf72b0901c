// SPDX-License-Identifier: MIT
// Opens a header for reading: finds it, completes the flags, and explains why it does not parse.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "programs/mcheck/reflection/class_shape.hpp"

namespace mcheck::command::reflection {

struct OpenedHeader {
  HeaderSource source;
  std::shared_ptr<const TranslationUnit> unit;
  std::string name;                           // as in #include, with its quotes
  std::vector<std::string> argument_headers;  // "<string>"
  std::string path;                           // of the file
};

// The header, parsed; or the complete message why libclang cannot be loaded or the header has
// errors: the first three, each in a line.
// `class_name` may name classes of the standard library as template arguments, whose headers are
// then included first; so is that of the reference, if there is one.
[[nodiscard]] std::variant<OpenedHeader, std::string> open_header(
    const std::string& header, const std::string& class_name, const std::vector<std::string>& flags,
    const std::string& reference = "");

// "file:line: what", with the file's name only.
[[nodiscard]] std::string error_line(const ClangError& error);

}  // namespace mcheck::command::reflection
