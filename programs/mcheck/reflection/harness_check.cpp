// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/harness_check.hpp"

#include <algorithm>
#include <map>
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
template <class T> struct always { using type = void; };
struct options { bool maker; };
struct description {
  template <class... P, class F>
  auto operation(const char*, F callable, options = {})
      -> typename always<decltype(callable(value<P>()...))>::type {}
  template <class T> void values(std::initializer_list<T>) {}
  template <class T, class... P>
  typename when<__is_constructible(T, P...)>::type constructor_of(const char*) {}
};
template <class T> struct description_of : description {
  template <class... P>
  typename when<__is_constructible(T, P...)>::type constructor(const char*) {}
};
}
#define MCHECK_CLASS(...) void mcheck_check_class(mcheck_check::description_of<__VA_ARGS__>& about)
)";

using PartKind = HarnessPart::Kind;

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
  const TranslationUnit unit =
      header.parsed_with(text, {"-w", "-ferror-limit=0", "-ftemplate-backtrace-limit=0"});
  std::map<std::size_t, std::string> errors;
  if (!unit.is_parsed()) return errors;
  for (const ClangError& error : unit.errors()) {
    // Notes name the inclusions first, and the line that requested an instance last.
    std::vector<SourceLine> places = error.through;
    std::ranges::reverse(places);
    places.push_back(error.where);
    for (const SourceLine& place : places) {
      const bool is_part = place.file == HeaderSource::kPath && place.line < part_of_line.size();
      if (!is_part || parts[part_of_line[place.line]].kind == PartKind::kOther) continue;
      errors.try_emplace(part_of_line[place.line], error.text);
      break;
    }
  }
  return errors;
}

std::string described_call(const std::string& name, const std::vector<std::string>& types,
                           std::size_t first) {
  std::string text = name + "(";
  for (std::size_t i = first; i < types.size(); ++i) {
    text += (i == first ? "" : ", ") + types[i];
  }
  return text + ")";
}

std::string description_of(const OperationModel& operation) {
  const bool has_object = operation.callable.find("self") != std::string::npos;
  return described_call(operation.name, operation.parameter_types, has_object ? 1 : 0);
}

std::string description_of(const ConstructorModel& constructor) {
  return described_call(constructor.name, constructor.parameter_types, 0);
}

// Removes the elements whose indices are listed.
template <class T>
void remove_indices(std::vector<T>& list, const std::set<std::size_t>& indices) {
  std::size_t index = 0;
  std::erase_if(list, [&](const T&) { return indices.contains(index++); });
}

void remove_operations(ClassModel& model, const std::map<std::size_t, std::string>& failed,
                       std::map<int, std::string>& failed_guesses) {
  std::set<std::size_t> removed;
  for (const auto& [index, error] : failed) {
    const OperationModel& operation = model.operations[index];
    removed.insert(index);
    if (operation.guess_group != 0) {
      failed_guesses[operation.guess_group] = operation.name + "(…)";
    } else {
      model.left_out.push_back({description_of(operation), "does not compile: " + error});
    }
  }
  remove_indices(model.operations, removed);
}

// Removes all guesses of a group but the first.
void keep_first_guesses(ClassModel& model, const std::map<int, std::string>& failed_guesses) {
  std::set<int> kept;
  std::erase_if(model.operations, [&](const OperationModel& operation) {
    return operation.guess_group != 0 && !kept.insert(operation.guess_group).second;
  });
  std::set<std::string> named;
  for (const OperationModel& operation : model.operations) named.insert(operation.name + "(…)");
  for (const auto& [group, name] : failed_guesses) {
    if (kept.contains(group) || !named.insert(name).second) continue;
    model.left_out.push_back({name, "template: none of the arguments tried compiles"});
  }
}

// Overloads for which the test passes the same: equal calls are one operation, others get a name
// of their own, with what distinguishes them.
void remove_repetitions(ClassModel& model) {
  std::set<std::string> calls;
  std::erase_if(model.operations, [&](const OperationModel& operation) {
    return !calls.insert(operation.callable).second;
  });
  std::set<std::string> names;
  for (OperationModel& operation : model.operations) {
    const std::string call = described_call(operation.name, operation.parameter_types, 0);
    if (!names.insert(call).second) operation.name = operation.signature;
  }
}

// Removes what has errors; returns whether there were any.
bool remove_errors(const HeaderSource& header, ClassModel& model,
                   std::map<int, std::string>& failed_guesses) {
  const std::vector<HarnessPart> parts = harness_parts(model, kStandIn, CallCode::kOmitted);
  std::map<std::size_t, std::string> operations;
  std::set<std::size_t> constructors;
  std::map<std::size_t, std::set<std::size_t>> auxiliary_constructors;
  const std::map<std::size_t, std::string> errors = errors_of_parts(header, parts);
  for (const auto& [part, error] : errors) {
    const std::size_t index = parts[part].index;
    switch (parts[part].kind) {
      case PartKind::kOther: break;
      case PartKind::kOperation: operations.emplace(index, error); break;
      case PartKind::kConstructor:
        constructors.insert(index);
        model.left_out.push_back(
            {description_of(model.constructors[index]), "does not compile: " + error});
        break;
      case PartKind::kAuxiliaryConstructor:
        auxiliary_constructors[index].insert(parts[part].sub_index);
        break;
      case PartKind::kAuxiliaryValues: model.auxiliaries[index].values.clear(); break;
    }
  }
  remove_operations(model, operations, failed_guesses);
  remove_indices(model.constructors, constructors);
  for (const auto& [index, removed] : auxiliary_constructors) {
    remove_indices(model.auxiliaries[index].constructors, removed);
  }
  return !errors.empty();
}

}  // namespace

void remove_what_does_not_compile(const HeaderSource& header, ClassModel& model) {
  // An error in the instance of a template is reported once, for the first line that uses it.
  constexpr int kMaxRounds = 12;
  std::map<int, std::string> failed_guesses;
  for (int round = 0; round < kMaxRounds; ++round) {
    if (!remove_errors(header, model, failed_guesses)) break;
  }
  keep_first_guesses(model, failed_guesses);
  remove_repetitions(model);
}

}  // namespace mcheck::command::reflection
