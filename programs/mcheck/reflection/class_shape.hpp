// SPDX-License-Identifier: MIT
// Classes as plain data: members of any class, also of an instance of a template.
//
// libclang shows the members of a template, but not those of its instances. So a probe is parsed,
// in which a struct derives from the instance and names each member in a using-declaration: the
// functions to which that refers are those of the instance, with its types, and inherited ones are
// among them. The names come from the template. Nothing is instantiated but declarations, so a
// method that does not compile for these arguments is no error.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "programs/mcheck/reflection/clang_ast.hpp"
#include "programs/mcheck/reflection/class_model.hpp"
#include "programs/mcheck/reflection/type_shape.hpp"

namespace mcheck::command::reflection {

struct FieldShape {
  std::string name;
  TypeShape type;
  bool is_public = false;
};

struct ClassShape {
  TypeShape type;
  std::string simple_name;  // "bounded_queue"
  TypeShape value_type;     // its member type value_type, if it has one; else kOther
  std::string file;
  unsigned line = 0;
  bool is_complete = false;
  bool is_default_constructible = false;  // and destructible
  bool is_copyable = false;
  bool is_movable = false;
  bool is_assignable = false;
  bool is_abstract = false;
  bool is_aggregate = false;
  bool is_final = false;
  bool is_instance = false;                 // of a template
  std::vector<std::string> member_names;    // of public functions
  std::vector<std::string> pure_methods;    // "next"
  std::vector<FunctionShape> constructors;  // without the implicit ones
  std::vector<FunctionShape> methods;
  std::vector<FunctionShape> friends;  // functions, declared in the class only
  std::vector<FieldShape> fields;      // not of an instance
};

// How a header is parsed, again and again with something behind it.
struct HeaderSource {
  const Libclang* clang = nullptr;
  std::string include_line;
  std::vector<std::string> flags;
  // The header, precompiled; null if that failed, which costs only time.
  std::shared_ptr<const std::string> precompiled;

  [[nodiscard]] TranslationUnit parsed_with(const std::string& text,
                                            const std::vector<std::string>& more_flags = {}) const;
  // Without the precompiled header: with flags that change what it means.
  [[nodiscard]] TranslationUnit parsed_anew(const std::string& text,
                                            const std::vector<std::string>& more_flags) const;
  static constexpr const char* kPath = "/mcheck_probe.cpp";
};

// The shapes of types that are spelled as in generated code; in the same order. A class that cannot
// be read has is_complete == false.
[[nodiscard]] std::vector<ClassShape> class_shapes(const HeaderSource& header,
                                                   const std::vector<std::string>& types);

// Functions of namespaces that belong to the class: in its file or the header, or in its namespace
// in files that are not the system's. Whether they take the class is not asked.
[[nodiscard]] std::vector<FunctionShape> free_functions(const TranslationUnit& unit,
                                                        const ClassShape& shape,
                                                        const std::string& header_path);

}  // namespace mcheck::command::reflection
