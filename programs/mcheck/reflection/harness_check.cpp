// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/harness_check.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "programs/mcheck/reflection/harness_source.hpp"

namespace mcheck::command::reflection {
namespace {

// Accepts what the run-time accepts. Uses built-in traits, so that it needs no header.
constexpr const char* kStandIn = R"(#include <initializer_list>
namespace mcheck_check {
template <bool> struct when {};
template <> struct when<true> { using type = void; };
template <class T> T&& value();
struct options { const char* owner = ""; bool read_only = false, quiescent = false; const char* code = ""; };
struct description {
  template <class... P, class F>
  auto operation(const char*, F callable, options = {}) -> decltype(callable(value<P>()...));
  template <class T> void values(std::initializer_list<T>);
  template <class T, class... P>
  typename when<__is_constructible(T, P...)>::type constructor_of(const char*);
};
template <class T> struct description_of : description {
  template <class... P>
  typename when<__is_constructible(T, P...)>::type constructor(const char*);
};
}
#define MCHECK_CLASS(...) void mcheck_check_class(mcheck_check::description_of<__VA_ARGS__>& about)
)";

using Kind = HarnessPart::Kind;

// The parts of the harness that have errors, and the first error of each.
std::map<std::size_t, std::string> errors_of_parts(const HeaderSource& header,
                                                   const std::vector<HarnessPart>& parts) {
  std::string text;
  std::vector<std::size_t> part_of_line = {0, 0};  // lines count from 1, and one is in front
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += parts[i].text;
    const auto lines = static_cast<std::size_t>(std::ranges::count(parts[i].text, '\n'));
    part_of_line.insert(part_of_line.end(), lines, i);
  }
  const TranslationUnit unit = header.parsed_with(text, {"-w", "-ferror-limit=0"});
  std::map<std::size_t, std::string> errors;
  if (!unit.is_parsed()) return errors;
  for (const ClangError& error : unit.errors()) {
    std::vector<SourceLine> places = {error.where};
    places.insert(places.end(), error.through.begin(), error.through.end());
    for (const SourceLine& place : places) {
      if (place.file != HeaderSource::kPath || place.line >= part_of_line.size()) continue;
      errors.try_emplace(part_of_line[place.line], error.text);
      break;
    }
  }
  return errors;
}

std::string description_of(const OperationModel& operation) {
  std::string text = operation.name + "(";
  for (std::size_t i = 0; i < operation.parameter_types.size(); ++i) {
    if (operation.parameter_names[i].empty() && i == 0) continue;
    text += (text.ends_with('(') ? "" : ", ") + operation.parameter_types[i];
  }
  return text + ")";
}

// Removes the elements whose indices are listed.
template <class T>
void remove_indices(std::vector<T>& list, const std::set<std::size_t>& indices) {
  std::size_t index = 0;
  std::erase_if(list, [&](const T&) { return indices.contains(index++); });
}

void remove_operations(ClassModel& model, const std::map<std::size_t, std::string>& failed) {
  std::set<std::size_t> removed;
  std::map<int, bool> groups;  // has one that compiles
  std::map<int, std::string> names;
  for (std::size_t i = 0; i < model.operations.size(); ++i) {
    const OperationModel& operation = model.operations[i];
    const auto error = failed.find(i);
    const int group = operation.guess_group;
    if (error != failed.end()) {
      removed.insert(i);
      if (group == 0) {
        model.left_out.push_back(
            {description_of(operation), "does not compile: " + error->second});
      } else {
        groups.try_emplace(group, false);
        names[group] = operation.name + "(…)";
      }
    } else if (group != 0) {
      if (groups[group]) removed.insert(i);
      groups[group] = true;
    }
  }
  for (const auto& [group, has_one] : groups) {
    if (!has_one) {
      model.left_out.push_back({names[group], "template: none of the arguments tried compiles"});
    }
  }
  remove_indices(model.operations, removed);
}

}  // namespace

void remove_what_does_not_compile(const HeaderSource& header, ClassModel& model) {
  const std::vector<HarnessPart> parts = harness_parts(model, kStandIn);
  std::map<std::size_t, std::string> operations;
  std::set<std::size_t> constructors;
  std::map<std::size_t, std::set<std::size_t>> auxiliary_constructors;
  for (const auto& [part, error] : errors_of_parts(header, parts)) {
    const std::size_t index = parts[part].index;
    switch (parts[part].kind) {
      case Kind::kOther:
        break;
      case Kind::kOperation:
        operations.emplace(index, error);
        break;
      case Kind::kConstructor:
        constructors.insert(index);
        model.left_out.push_back(
            {model.constructors[index].name + "(…)", "does not compile: " + error});
        break;
      case Kind::kAuxiliaryConstructor:
        auxiliary_constructors[index].insert(parts[part].sub_index);
        break;
      case Kind::kAuxiliaryValues:
        model.auxiliaries[index].values.clear();
        break;
    }
  }
  remove_operations(model, operations);
  remove_indices(model.constructors, constructors);
  for (const auto& [index, removed] : auxiliary_constructors) {
    remove_indices(model.auxiliaries[index].constructors, removed);
  }
}

}  // namespace mcheck::command::reflection
