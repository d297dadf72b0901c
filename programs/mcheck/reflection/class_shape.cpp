// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/class_shape.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace mcheck::command::reflection {
namespace {

std::string type_name(std::size_t i) { return "mcheck_type_" + std::to_string(i); }

// The facts about a type that only the compiler knows, as enumerators: name, expression.
std::vector<std::pair<std::string, std::string>> facts_of(const std::string& type) {
  return {{"size", "sizeof(" + type + ")"},
          {"default", "__is_constructible(" + type + ")"},
          {"copy", "__is_constructible(" + type + ", const " + type + "&)"},
          {"move", "__is_constructible(" + type + ", " + type + ")"},
          {"assign", "__is_assignable(" + type + "&, const " + type + "&)"},
          {"abstract", "__is_abstract(" + type + ")"},
          {"aggregate", "__is_aggregate(" + type + ")"}};
}

std::string facts_source(const std::vector<std::string>& types) {
  std::string text;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string name = type_name(i);
    text += "using " + name + " = " + types[i] + ";\n";
    text += "using mcheck_value_" + std::to_string(i) + " = " + name + "::value_type;\n";
    for (const auto& [fact, expression] : facts_of(name)) {
      text += "enum { mcheck_" + fact + "_" + std::to_string(i) + " = (" + expression + ") };\n";
    }
  }
  return text;
}

void set_fact(ClassShape& shape, const std::string& fact, bool holds) {
  if (fact == "size") shape.is_complete = holds;
  if (fact == "default") shape.is_default_constructible = holds;
  if (fact == "copy") shape.is_copyable = holds;
  if (fact == "move") shape.is_movable = holds;
  if (fact == "assign") shape.is_assignable = holds;
  if (fact == "abstract") shape.is_abstract = holds;
  if (fact == "aggregate") shape.is_aggregate = holds;
}

// The declaration in which members are written: of an instance, the template.
ClangCursor written_class(const ClangCursor& declaration) {
  const ClangCursor pattern = declaration.pattern();
  const ClangCursor written = pattern.is_valid() ? pattern : declaration;
  const ClangCursor definition = written.definition();
  return definition.is_valid() ? definition : written;
}

bool is_function_name(const ClangCursor& member) {
  const CursorKind kind = member.kind();
  if (kind == CursorKind::kFunctionTemplate) {
    return member.instance_kind() != CursorKind::kConstructor;
  }
  return kind == CursorKind::kMethod || kind == CursorKind::kConversion ||
         kind == CursorKind::kUsingDeclaration;
}

// Adds names of public member functions, also of public bases.
void add_member_names(const ClangCursor& written, std::vector<std::string>& names, int depth = 0) {
  constexpr int kMaxDepth = 16;
  if (depth > kMaxDepth) return;
  for (const ClangCursor& member : written.children()) {
    if (member.access() != Access::kPublic) continue;
    if (member.kind() == CursorKind::kBase) {
      const ClangCursor base = member.type().canonical().declaration();
      if (base.is_valid()) add_member_names(written_class(base), names, depth + 1);
    } else if (is_function_name(member)) {
      const std::string name = member.spelling();
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
}

// Pure virtual methods, of the class or its bases, that no more derived class overrides.
void add_pure_methods(const ClangCursor& written, std::set<std::string>& overridden,
                      std::vector<std::string>& pure) {
  std::vector<ClangCursor> bases;
  for (const ClangCursor& member : written.children()) {
    if (member.kind() == CursorKind::kBase) bases.push_back(member);
    if (member.kind() != CursorKind::kMethod || !member.is_virtual_method()) continue;
    const bool is_first = overridden.insert(member.spelling()).second;
    if (is_first && member.is_pure_method()) pure.push_back(member.spelling());
  }
  for (const ClangCursor& base : bases) {
    const ClangCursor declaration = base.type().canonical().declaration();
    if (declaration.is_valid()) add_pure_methods(written_class(declaration), overridden, pure);
  }
}

// What the class itself says, without its functions.
void describe_class(ClassShape& shape, const ClangType& type, void* unit) {
  shape.type = type_shape(type);
  const ClangCursor declaration = type.canonical().declaration();
  const ClangCursor written = written_class(declaration);
  shape.simple_name = declaration.spelling();
  shape.is_instance = declaration.pattern().is_valid();
  const SourceLine where = written.location();
  shape.file = where.file;
  shape.line = where.line;
  add_member_names(written, shape.member_names);
  std::set<std::string> overridden;
  if (shape.is_abstract) add_pure_methods(written, overridden, shape.pure_methods);
  for (const ClangCursor& member : written.children()) {
    if (member.kind() == CursorKind::kFinalAttribute) shape.is_final = true;
    if (member.kind() == CursorKind::kField) {
      shape.fields.push_back(
          {member.spelling(), type_shape(member.type()), member.access() == Access::kPublic});
    }
    if (member.kind() != CursorKind::kFriend) continue;
    for (const ClangCursor& function : member.children()) {
      const CursorKind kind = function.kind();
      if (kind != CursorKind::kFunction && kind != CursorKind::kFunctionTemplate) continue;
      shape.friends.push_back(function_shape(function, unit));
      shape.friends.back().is_hidden_friend = true;
    }
  }
}

void read_facts(const TranslationUnit& unit, std::vector<ClassShape>& shapes) {
  std::map<std::string, std::pair<std::size_t, std::string>> names;
  std::map<std::string, std::size_t> types;
  std::map<std::string, std::size_t> values;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    types[type_name(i)] = i;
    values["mcheck_value_" + std::to_string(i)] = i;
    for (const auto& [fact, expression] : facts_of("")) {
      names["mcheck_" + fact + "_" + std::to_string(i)] = {i, fact};
    }
  }
  std::vector<std::pair<std::size_t, ClangType>> aliases;
  for (const ClangCursor& cursor : unit.root().children()) {
    if (cursor.location().file != HeaderSource::kPath) continue;
    if (const auto value = values.find(cursor.spelling()); value != values.end()) {
      shapes[value->second].value_type = type_shape(cursor.aliased_type());
    }
    if (const auto type = types.find(cursor.spelling()); type != types.end()) {
      aliases.emplace_back(type->second, cursor.aliased_type());
    }
    if (cursor.kind() != CursorKind::kEnum) continue;
    for (const ClangCursor& enumerator : cursor.children()) {
      const auto found = names.find(enumerator.spelling());
      if (found == names.end()) continue;
      const auto& [index, fact] = found->second;
      set_fact(shapes[index], fact, enumerator.enumerator_value() > 0);
    }
  }
  for (const auto& [index, type] : aliases) describe_class(shapes[index], type, unit.raw());
}

bool can_be_base(const ClassShape& shape) {
  return shape.is_complete && !shape.type.is_union && shape.type.category == TypeCategory::kClass;
}

// The struct that names all members, and for each of its lines the class.
std::string members_source(const std::vector<ClassShape>& shapes) {
  std::string text;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (!can_be_base(shapes[i])) continue;
    const std::string type = type_name(i);
    text += "using " + type + " = " + shapes[i].type.bare_spelling + ";\n";
    text += "struct mcheck_members_" + std::to_string(i) + " : " + type + " {\n";
    text += "using " + type + "::" + type + ";\n";
    for (const std::string& name : shapes[i].member_names) {
      text += "using " + type + "::" + name + ";\n";
    }
    text += "};\n";
  }
  return text;
}

void add_functions(ClassShape& shape, const ClangCursor& members, void* unit) {
  std::vector<ClangCursor> seen;
  for (const ClangCursor& line : members.children()) {
    if (line.kind() != CursorKind::kUsingDeclaration) continue;
    for (const ClangCursor& reference : line.children()) {
      if (reference.kind() != CursorKind::kOverloadedReference) continue;
      std::vector<ClangCursor> overloads = reference.overloads();
      std::ranges::stable_sort(overloads, {}, [](const ClangCursor& each) {
        return std::pair(each.location().file, each.location().line);
      });
      for (const ClangCursor& function : overloads) {
        if (std::ranges::find(seen, function) != seen.end()) continue;
        seen.push_back(function);
        FunctionShape read = function_shape(function, unit);
        const bool is_constructor = read.kind == CursorKind::kConstructor;
        (is_constructor ? shape.constructors : shape.methods).push_back(std::move(read));
      }
    }
  }
}

void read_members(const HeaderSource& header, std::vector<ClassShape>& shapes) {
  const bool has_final = std::ranges::any_of(shapes, &ClassShape::is_final);
  // Without `final`, which is no keyword, the probe can derive from such a class.
  const std::string source = members_source(shapes);
  const TranslationUnit unit =
      has_final ? header.parsed_anew(source, {"-Dfinal="}) : header.parsed_with(source);
  if (!unit.is_parsed()) return;
  std::map<std::string, std::size_t> structs;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    structs["mcheck_members_" + std::to_string(i)] = i;
  }
  for (const ClangCursor& cursor : unit.root().children()) {
    const auto found = structs.find(cursor.spelling());
    if (found != structs.end()) add_functions(shapes[found->second], cursor, unit.raw());
  }
}

std::string namespace_of(const std::string& qualified_name) {
  const std::size_t end = qualified_name.substr(0, qualified_name.find('<')).rfind("::");
  return end == std::string::npos ? "" : qualified_name.substr(0, end);
}

}  // namespace

TranslationUnit HeaderSource::parsed_with(const std::string& text,
                                          const std::vector<std::string>& more_flags) const {
  if (precompiled == nullptr) return parsed_anew(text, more_flags);
  std::vector<std::string> all = flags;
  all.insert(all.end(), {"-include-pch", *precompiled});
  all.insert(all.end(), more_flags.begin(), more_flags.end());
  return {*clang, {kPath, "\n" + text}, all};
}

TranslationUnit HeaderSource::parsed_anew(const std::string& text,
                                          const std::vector<std::string>& more_flags) const {
  std::vector<std::string> all = flags;
  all.insert(all.end(), more_flags.begin(), more_flags.end());
  return {*clang, {kPath, include_line + "\n" + text}, all};
}

std::vector<ClassShape> class_shapes(const HeaderSource& header,
                                     const std::vector<std::string>& types) {
  std::vector<ClassShape> shapes(types.size());
  if (types.empty()) return shapes;
  const TranslationUnit unit = header.parsed_with(facts_source(types));
  if (!unit.is_parsed()) return shapes;
  read_facts(unit, shapes);
  read_members(header, shapes);
  return shapes;
}

std::vector<FunctionShape> free_functions(const TranslationUnit& unit, const ClassShape& shape,
                                          const std::string& header_path) {
  std::vector<FunctionShape> found;
  const std::string owner = namespace_of(shape.type.bare_spelling);
  std::set<std::string> seen;
  for_each_declaration(unit.root(), [&](const ClangCursor& cursor) {
    const CursorKind kind = cursor.kind();
    if (kind != CursorKind::kFunction && kind != CursorKind::kFunctionTemplate) return;
    if (cursor.spelling().starts_with('<')) return;  // a deduction guide
    const std::string file = cursor.location().file;
    const bool is_near =
        file == shape.file || file == header_path ||
        (!cursor.is_in_system_header() && namespace_of(cursor.qualified_name()) == owner);
    if (!is_near) return;
    FunctionShape function = function_shape(cursor, unit.raw());
    if (seen.insert(function.qualified_name + function.signature).second) {
      found.push_back(std::move(function));
    }
  });
  for (const FunctionShape& each : shape.friends) {
    const bool is_declared = std::ranges::any_of(found, [&](const FunctionShape& other) {
      return other.name == each.name && other.parameters.size() == each.parameters.size();
    });
    if (!is_declared) found.push_back(each);
  }
  return found;
}

}  // namespace mcheck::command::reflection
