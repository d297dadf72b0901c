// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/type_shape.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace mcheck::command::reflection {
namespace {

constexpr std::size_t kMaxEnumerators = 8;

bool is_unnamed(const std::string& spelling) {
  return spelling.find("(unnamed") != std::string::npos ||
         spelling.find("(anonymous") != std::string::npos ||
         spelling.find("(lambda") != std::string::npos;
}

bool is_dependent_spelling(const std::string& spelling) {
  return spelling.find("type-parameter-") != std::string::npos ||
         spelling.find("template-parameter-") != std::string::npos ||
         spelling.find("typename ") != std::string::npos;
}

bool is_declared_public(ClangCursor declaration) {
  for (; declaration.is_valid(); declaration = declaration.parent()) {
    const Access access = declaration.access();
    if (access == Access::kPrivate || access == Access::kProtected) return false;
    if (declaration.kind() == CursorKind::kNamespace) return true;
    if (declaration.kind() == CursorKind::kFunction || declaration.kind() == CursorKind::kMethod) {
      return false;  // a local class
    }
  }
  return true;
}

std::vector<std::string> enumerators_of(const ClangCursor& declaration, const std::string& type) {
  std::vector<std::string> names;
  std::set<long long> values;
  for (const ClangCursor& child : declaration.definition().children()) {
    if (child.kind() != CursorKind::kEnumerator || names.size() == kMaxEnumerators) continue;
    if (values.insert(child.enumerator_value()).second) {
      names.push_back(type + "::" + child.spelling());
    }
  }
  return names;
}

// As one writes it: "const std::string&" for "const std::basic_string<char> &".
std::string written_type(std::string text) {
  const auto replace = [&text](std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      text.replace(at, from.size(), to);
    }
  };
  replace("std::basic_string<char>", "std::string");
  replace("std::basic_string_view<char>", "std::string_view");
  replace(" &", "&");
  replace(" *", "*");
  replace("*const", "* const");
  replace(" (", "(");
  return text;
}

TypeCategory category_of(TypeKind kind) {
  const int number = static_cast<int>(kind);
  const auto within = [number](TypeKind first, TypeKind last) {
    return number >= static_cast<int>(first) && number <= static_cast<int>(last);
  };
  if (kind == TypeKind::kVoid) return TypeCategory::kVoid;
  if (within(TypeKind::kBool, TypeKind::kLongDouble)) return TypeCategory::kArithmetic;
  if (kind == TypeKind::kNullPointer) return TypeCategory::kNullPointer;
  if (kind == TypeKind::kPointer) return TypeCategory::kPointer;
  if (kind == TypeKind::kLvalueReference) return TypeCategory::kLvalueReference;
  if (kind == TypeKind::kRvalueReference) return TypeCategory::kRvalueReference;
  if (kind == TypeKind::kRecord) return TypeCategory::kClass;
  if (kind == TypeKind::kEnum) return TypeCategory::kEnumeration;
  if (kind == TypeKind::kFunction) return TypeCategory::kFunction;
  if (within(TypeKind::kFirstArray, TypeKind::kDependentArray)) return TypeCategory::kArray;
  if (kind == TypeKind::kMemberPointer) return TypeCategory::kMemberPointer;
  return TypeCategory::kOther;
}

void add_part(TypeShape& shape, const ClangType& part) {
  shape.parts.push_back(type_shape(part));
  shape.is_accessible = shape.is_accessible && shape.parts.back().is_accessible;
}

void describe_declaration(TypeShape& shape, const ClangType& type) {
  const ClangCursor declaration = type.declaration();
  if (!declaration.is_valid()) return;
  shape.is_accessible = shape.is_accessible && is_declared_public(declaration);
  shape.is_union = declaration.kind() == CursorKind::kUnion;
  const std::vector<ClangType> arguments = type.template_arguments();
  const bool is_instance = declaration.kind() == CursorKind::kClassTemplate ||
                           declaration.pattern().is_valid() || !arguments.empty();
  if (is_instance) shape.template_name = declaration.qualified_name();
  for (const ClangType& argument : arguments) {
    if (argument.kind() != TypeKind::kInvalid) add_part(shape, argument);
  }
  if (shape.category == TypeCategory::kEnumeration) {
    shape.enumerators = enumerators_of(declaration, shape.bare_spelling);
  }
}

// Parameters of a template can be told apart from others only by their source text.
bool has_default_argument(const ClangCursor& parameter, void* unit) {
  const std::vector<std::string> tokens = parameter.tokens(unit);
  return std::ranges::find(tokens, "=") != tokens.end();
}

std::vector<TemplateParameterShape> template_parameters_of(const ClangCursor& function,
                                                           void* unit) {
  std::vector<TemplateParameterShape> all;
  for (const ClangCursor& child : function.children()) {
    const CursorKind kind = child.kind();
    const bool is_type = kind == CursorKind::kTypeParameter;
    if (!is_type && kind != CursorKind::kValueParameter && kind != CursorKind::kTemplateParameter) {
      continue;
    }
    const std::vector<std::string> tokens = child.tokens(unit);
    all.push_back({.name = child.spelling(),
                   .type = kind == CursorKind::kValueParameter ? child.type().spelling() : "",
                   .is_pack = std::ranges::find(tokens, "...") != tokens.end(),
                   .has_default = std::ranges::find(tokens, "=") != tokens.end(),
                   .is_template = kind == CursorKind::kTemplateParameter});
  }
  return all;
}

std::string signature_of(const FunctionShape& shape) {
  std::string text = shape.name.substr(0, shape.name.find('<')) + "(";
  if (shape.name.starts_with("operator")) text = shape.name + "(";
  for (const ParameterShape& parameter : shape.parameters) {
    text += (text.ends_with('(') ? "" : ", ") + parameter.type.spelling;
  }
  if (shape.is_variadic) text += ", ...";
  // Backwards, so that 1 is not replaced in 12.
  for (std::size_t i = shape.template_parameters.size(); i-- > 0;) {
    const std::string number = "type-parameter-0-" + std::to_string(i);
    for (std::size_t at = text.find(number); at != std::string::npos; at = text.find(number)) {
      text.replace(at, number.size(), shape.template_parameters[i].name);
    }
  }
  return text + ")" + (shape.is_const ? " const" : "");
}

}  // namespace

TypeShape type_shape(const ClangType& given) {
  const ClangType type = given.canonical();
  TypeShape shape;
  shape.spelling = written_type(type.spelling());
  shape.is_const = type.is_const();
  shape.bare_spelling = shape.spelling;
  const bool is_leading = shape.bare_spelling.starts_with("const ");
  shape.category = category_of(type.kind());
  const bool is_plain = shape.category == TypeCategory::kClass ||
                        shape.category == TypeCategory::kEnumeration ||
                        shape.category == TypeCategory::kArithmetic;
  if (shape.is_const && is_leading && is_plain) shape.bare_spelling.erase(0, 6);
  shape.is_accessible = !is_unnamed(shape.spelling);
  if (shape.category == TypeCategory::kOther && is_dependent_spelling(shape.spelling)) {
    shape.category = TypeCategory::kDependent;
    describe_declaration(shape, type);
    return shape;
  }
  switch (shape.category) {
    case TypeCategory::kPointer:
    case TypeCategory::kLvalueReference:
    case TypeCategory::kRvalueReference: add_part(shape, type.pointee()); break;
    case TypeCategory::kFunction:
      shape.is_variadic = type.is_variadic();
      add_part(shape, type.result());
      for (const ClangType& argument : type.arguments()) add_part(shape, argument);
      break;
    case TypeCategory::kClass:
    case TypeCategory::kEnumeration: describe_declaration(shape, type); break;
    case TypeCategory::kOther:  // an injected class name
      describe_declaration(shape, type);
      if (!shape.template_name.empty()) shape.category = TypeCategory::kDependent;
      break;
    case TypeCategory::kVoid:
    case TypeCategory::kArithmetic:
    case TypeCategory::kArray:
    case TypeCategory::kMemberPointer:
    case TypeCategory::kNullPointer:
    case TypeCategory::kDependent: break;
  }
  return shape;
}

FunctionShape function_shape(const ClangCursor& function, void* unit) {
  FunctionShape shape;
  const bool is_template = function.kind() == CursorKind::kFunctionTemplate;
  shape.kind = is_template ? function.instance_kind() : function.kind();
  shape.name = function.spelling();
  shape.qualified_name = function.qualified_name();
  const SourceLine where = function.location();
  shape.file = where.file;
  shape.line = where.line;
  const ClangCursor pattern = function.pattern();
  const ClangCursor& source = pattern.is_valid() ? pattern : function;
  const std::vector<ClangCursor> written = source.parameters();
  const std::vector<ClangType> types = function.type().arguments();
  for (std::size_t i = 0; i < types.size(); ++i) {
    ParameterShape parameter{type_shape(types[i]), "", false};
    if (i < written.size()) {
      parameter.name = written[i].spelling();
      parameter.has_default = has_default_argument(written[i], unit);
    }
    shape.parameters.push_back(std::move(parameter));
  }
  if (is_template) shape.template_parameters = template_parameters_of(function, unit);
  shape.result = type_shape(function.type().result());
  shape.access = function.access();
  shape.is_const = function.is_const_method();
  shape.is_static = function.is_static_method();
  shape.is_virtual = function.is_virtual_method();
  shape.is_pure = function.is_pure_method();
  shape.is_noexcept = function.is_noexcept();
  shape.is_deleted = function.is_deleted();
  shape.is_deprecated = function.is_deprecated();
  shape.is_variadic = function.type().is_variadic();
  shape.is_rvalue_qualified = function.type().is_rvalue_qualified();
  shape.signature = signature_of(shape);
  return shape;
}

bool is_class_named(const TypeShape& type, const std::string& spelling) {
  return type.category == TypeCategory::kClass && type.bare_spelling == spelling;
}

const TypeShape& without_reference(const TypeShape& type) {
  const bool is_reference = type.category == TypeCategory::kLvalueReference ||
                            type.category == TypeCategory::kRvalueReference;
  return is_reference ? type.parts.front() : type;
}

}  // namespace mcheck::command::reflection
