// SPDX-License-Identifier: MIT
// Types and functions as plain data, copied from libclang, so that what follows is independent of a
// translation unit. All types are canonical: typedefs are resolved.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/reflection/clang_ast.hpp"

namespace mcheck::command::reflection {

enum class TypeCategory {
  kVoid,
  kArithmetic,
  kEnumeration,
  kClass,
  kPointer,
  kLvalueReference,
  kRvalueReference,
  kFunction,
  kArray,
  kMemberPointer,
  kNullPointer,
  kDependent,  // on a parameter of a template
  kOther,
};

struct TypeShape {
  TypeCategory category = TypeCategory::kOther;
  std::string spelling;       // for generated code, with const
  std::string bare_spelling;  // without const
  std::string template_name;  // "std::vector" of "std::vector<int>"
  bool is_const = false;
  bool is_accessible = true;  // neither private nor without a name
  bool is_union = false;
  bool is_variadic = false;  // a function
  // What a pointer or a reference refers to; the arguments of a template that are types; the result
  // of a function and its parameters.
  std::vector<TypeShape> parts;
  std::vector<std::string> enumerators;  // "samples::colour::red", different values only
};

struct ParameterShape {
  TypeShape type;
  std::string name;
  bool has_default = false;
};

struct TemplateParameterShape {
  std::string name;
  std::string type;  // of a value; "" for a type
  bool is_pack = false;
  bool has_default = false;
  bool is_template = false;
};

struct FunctionShape {
  CursorKind kind = CursorKind::kMethod;
  std::string name;
  std::string qualified_name;
  std::string signature;  // as a message names it: "push(const int &)"
  std::string file;
  unsigned line = 0;
  std::vector<ParameterShape> parameters;
  std::vector<TemplateParameterShape> template_parameters;
  TypeShape result;
  Access access = Access::kPublic;
  bool is_const = false;
  bool is_static = false;
  bool is_virtual = false;
  bool is_pure = false;
  bool is_noexcept = false;
  bool is_deleted = false;
  bool is_deprecated = false;
  bool is_variadic = false;
  bool is_rvalue_qualified = false;
  bool is_hidden_friend = false;  // found by its arguments only
};

[[nodiscard]] TypeShape type_shape(const ClangType& type);
[[nodiscard]] FunctionShape function_shape(const ClangCursor& function, void* unit);

// Whether the type is a class of this name, or an instance of a template of this name.
[[nodiscard]] bool is_class_named(const TypeShape& type, const std::string& spelling);
// The type without a reference, and without a pointer.
[[nodiscard]] const TypeShape& without_reference(const TypeShape& type);

}  // namespace mcheck::command::reflection
