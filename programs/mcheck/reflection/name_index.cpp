// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/name_index.hpp"

#include <algorithm>
#include <map>

#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command::reflection {
namespace {

// Adds a template's parameters, and arguments that are worth a try.
void describe_template(const ClangCursor& cursor, void* unit, NamedClass& named) {
  std::string arguments;
  for (const ClangCursor& child : cursor.children()) {
    const CursorKind kind = child.kind();
    const bool is_value = kind == CursorKind::kValueParameter;
    if (!is_value && kind != CursorKind::kTypeParameter && kind != CursorKind::kTemplateParameter) {
      continue;
    }
    const std::vector<std::string> tokens = child.tokens(unit);
    const bool is_pack = std::ranges::find(tokens, "...") != tokens.end();
    const bool has_default = std::ranges::find(tokens, "=") != tokens.end();
    std::string text = is_value ? child.type().spelling() + " " : "class ";
    if (is_pack) text = is_value ? text : "class... ";
    if (kind == CursorKind::kTemplateParameter) text = "template " + text;
    named.template_parameters.push_back(text + child.spelling());
    if (has_default || is_pack) continue;
    named.needs_arguments = true;
    const std::string proposed =
        is_value ? (child.type().canonical().kind() == TypeKind::kBool ? "true" : "2") : "int";
    arguments += (arguments.empty() ? "" : ", ") + proposed;
  }
  named.proposed_arguments = "<" + arguments + ">";
}

// Visits classes, in namespaces and in classes.
class ClassCollector {
 public:
  explicit ClassCollector(void* unit) : unit_(unit) {}

  void visit(const ClangCursor& cursor, bool is_nested) {
    const CursorKind kind = cursor.kind();
    const bool is_template =
        kind == CursorKind::kClassTemplate || kind == CursorKind::kAliasTemplate;
    const bool is_alias = kind == CursorKind::kTypedef || kind == CursorKind::kTypeAlias ||
                          kind == CursorKind::kAliasTemplate;
    if (!cursor.is_class() && !is_template && !is_alias) return;
    const std::string spelling = cursor.spelling();
    if (spelling.empty() || spelling.find('(') != std::string::npos) return;
    if (cursor.is_class() && cursor.pattern().is_valid()) return;  // a specialization
    add(cursor, is_nested, is_alias);
    if (is_alias || !cursor.is_definition()) return;
    for (const ClangCursor& child : cursor.children()) {
      if (child.access() == Access::kPublic) visit(child, true);
    }
  }

  std::vector<NamedClass> take() { return std::move(all_); }

 private:
  void add(const ClangCursor& cursor, bool is_nested, bool is_alias) {
    const std::string name = cursor.qualified_name();
    const auto [place, is_new] = places_.try_emplace(name, all_.size());
    const bool is_defined = is_alias || cursor.is_definition();
    if (!is_new && (all_[place->second].is_defined || !is_defined)) return;
    NamedClass named;
    named.name = name;
    named.is_alias = is_alias;
    named.is_nested = is_nested;
    named.is_defined = is_defined;
    named.is_abstract = is_defined && !is_alias && cursor.is_abstract();
    const SourceLine where = cursor.location();
    named.file = where.file;
    named.line = where.line;
    for (ClangCursor outer = cursor.parent(); outer.is_valid(); outer = outer.parent()) {
      if (outer.kind() != CursorKind::kNamespace) continue;
      named.scope = outer.qualified_name();
      break;
    }
    const bool is_template =
        cursor.kind() == CursorKind::kClassTemplate || cursor.kind() == CursorKind::kAliasTemplate;
    if (is_template) describe_template(cursor, unit_, named);
    if (is_new) {
      all_.push_back(std::move(named));
    } else {
      // Default arguments may be written where it is declared first.
      if (!all_[place->second].needs_arguments) named.needs_arguments = false;
      if (is_template) named.proposed_arguments = all_[place->second].proposed_arguments;
      all_[place->second] = std::move(named);
    }
  }

  void* unit_;
  std::vector<NamedClass> all_;
  std::map<std::string, std::size_t> places_;
};

std::vector<std::string> similar_names(const std::vector<NamedClass>& classes,
                                       const std::string& name, const std::string& path) {
  std::vector<std::string> simple;
  for (const NamedClass& each : classes) {
    if (each.file == path) simple.push_back(each.name.substr(each.name.rfind(':') + 1));
  }
  std::string best = nearest(name.substr(name.rfind(':') + 1), simple);
  if (best.empty()) {
    simple.clear();
    for (const NamedClass& each : classes) {
      simple.push_back(each.name.substr(each.name.rfind(':') + 1));
    }
    best = nearest(name.substr(name.rfind(':') + 1), simple);
  }
  std::vector<std::string> found;
  for (const NamedClass& each : classes) {
    if (!best.empty() && each.name.substr(each.name.rfind(':') + 1) == best) {
      found.push_back(each.name);
    }
  }
  return found;
}

std::string unknown_class(const std::vector<NamedClass>& classes, const std::string& name,
                          const std::string& header, const std::string& path) {
  constexpr std::size_t kMostNames = 8;
  std::vector<Remark> remarks;
  const std::vector<std::string> similar = similar_names(classes, name, path);
  if (!similar.empty()) remarks.push_back({"meant", listed(similar) + "?"});
  std::vector<std::string> names;
  for (const NamedClass& each : classes) {
    if (each.file == path && !each.is_alias && names.size() <= kMostNames) {
      names.push_back(each.name);
    }
  }
  const bool is_cut = names.size() > kMostNames;
  if (is_cut) names.back() = "more";
  if (similar.empty() && !names.empty()) remarks.push_back({"known", listed(names)});
  if (similar.empty() && names.empty()) remarks.push_back({"because", "it declares no class"});
  return diagnostic("there is no class '" + name + "' in '" + header + "'", remarks);
}

}  // namespace

std::vector<NamedClass> named_classes(const TranslationUnit& unit) {
  ClassCollector collector(unit.raw());
  for_each_declaration(unit.root(),
                       [&](const ClangCursor& cursor) { collector.visit(cursor, false); });
  return collector.take();
}

ClassRequest parsed_request(const std::string& text) {
  std::string trimmed = text;
  while (!trimmed.empty() && trimmed.back() == ' ') trimmed.pop_back();
  while (trimmed.starts_with(' ')) trimmed.erase(0, 1);
  if (trimmed.starts_with("::")) trimmed.erase(0, 2);
  ClassRequest request{trimmed, ""};
  int depth = 0;
  for (const char c : trimmed) {
    if (c == '<') ++depth;
    if (depth == 0 && c != ' ') request.name += c;
    if (c == '>') --depth;
  }
  return request;
}

std::variant<NamedClass, std::string> find_class(const std::vector<NamedClass>& classes,
                                                 const ClassRequest& request,
                                                 const std::string& header,
                                                 const std::string& path) {
  std::vector<const NamedClass*> found;
  for (const NamedClass& each : classes) {
    if (each.name == request.name) return each;
    if (each.name.ends_with("::" + request.name)) found.push_back(&each);
  }
  if (found.empty()) return unknown_class(classes, request.name, header, path);
  // One that the header itself declares goes before those of headers that it includes.
  std::vector<const NamedClass*> own = found;
  std::erase_if(own, [&](const NamedClass* each) { return each->file != path; });
  if (own.size() == 1) return *own.front();
  if (found.size() == 1) return *found.front();
  std::vector<std::string> names;
  for (const NamedClass* each : own.empty() ? found : own) {
    const std::size_t open = request.text.find('<');
    const bool has_arguments = request.has_arguments() && open != std::string::npos;
    names.push_back(each->name + (has_arguments ? request.text.substr(open) : ""));
  }
  return diagnostic("'" + request.name + "' is not one class in '" + header + "'",
                    {{"known", listed(names)}, {"try", "--class '" + names.front() + "'"}});
}

}  // namespace mcheck::command::reflection
