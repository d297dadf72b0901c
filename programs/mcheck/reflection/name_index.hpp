// SPDX-License-Identifier: MIT
// The classes that a header declares, by name: finds the one that a user means, with or without its
// namespaces, and proposes arguments of templates.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "programs/mcheck/reflection/clang_ast.hpp"
#include "programs/mcheck/reflection/class_model.hpp"

namespace mcheck::command::reflection {

struct NamedClass {
  std::string name;                              // qualified, without template arguments
  std::string scope;                             // the innermost namespace around it
  std::vector<std::string> template_parameters;  // "class T", "std::size_t N"
  std::string proposed_arguments;                // "<int, 2>"; "" if it is no template
  bool needs_arguments = false;                  // a template, and not all have defaults
  bool is_alias = false;
  bool is_defined = false;
  bool is_abstract = false;
  bool is_nested = false;
  bool is_public = true;
  std::string file;
  unsigned line = 0;
};

// All classes and aliases of namespaces, and public ones of classes; each once.
[[nodiscard]] std::vector<NamedClass> named_classes(const TranslationUnit& unit);

// What the user wrote: "bounded_queue<int>", and the name without template arguments.
struct ClassRequest {
  std::string text;
  std::string name;
  [[nodiscard]] bool has_arguments() const { return text.ends_with('>'); }
};
[[nodiscard]] ClassRequest parsed_request(const std::string& text);

// The class that is meant, or the complete message why it is not known or not clear. `header` is
// what the user wrote, `path` the file.
[[nodiscard]] std::variant<NamedClass, std::string> find_class(
    const std::vector<NamedClass>& classes, const ClassRequest& request, const std::string& header,
    const std::string& path);

}  // namespace mcheck::command::reflection
