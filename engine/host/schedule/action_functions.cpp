// SPDX-License-Identifier: MIT
#include "engine/host/schedule/action_functions.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/base/spelling.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/schedule/function_names.hpp"
#include "engine/host/search/exploration.hpp"

namespace mcheck {
namespace {

std::optional<DebugSignature> signature_of(const ProgramFunction& function) {
  DebugInformation* const information = debug_information_at(function.code);
  return information == nullptr ? std::nullopt
                                : information->signature_at(offset_in_object(function.code));
}

// Parts of a function that the compiler made of it.
bool is_clone(const std::string& name) { return name.find(" [clone ") != std::string::npos; }

// Those of a function of C++ stand in its name.
bool takes_parameters(const ProgramFunction& function) {
  if (const auto signature = signature_of(function)) return signature->parameters != 0;
  return function.name.find('(') != std::string::npos && !function.name.ends_with("()");
}

std::string declaration_of(const ProgramFunction& function) {
  const auto signature = signature_of(function);
  const bool has_result = signature && !signature->result.empty();
  return (has_result ? signature->result + " " : "") + function.name +
         (function.name.find('(') == std::string::npos ? "()" : "");
}

[[noreturn]] void refuse_unknown(const std::vector<ProgramFunction>& functions,
                                 const ActionFunction& wanted) {
  std::set<std::string> known;
  for (const ProgramFunction& function : functions) {
    if (!function.name.starts_with("std::") && !function.name.starts_with('_'))
      known.insert(last_part(function.name));
  }
  const std::string nearest_one = nearest(last_part(wanted.name), {known.begin(), known.end()});
  throw UsageError(wanted.at + ": the program has no function " + wanted.name +
                   (nearest_one.empty() ? "" : "\n  nearest  " + nearest_one) +
                   "\n  usually  it is static and unused, so the compiler removed it");
}

void require_result(const ProgramFunction& function, const ActionFunction& wanted) {
  const std::string action = wanted.returns_bool ? "assert" : "call";
  const auto signature = signature_of(function);
  const bool is_known_to_take_nothing = function.name.ends_with("()");
  if (!signature && (wanted.returns_bool || !is_known_to_take_nothing)) {
    throw UsageError(wanted.at + ": `" + action + "` needs to know what " + function.name +
                     (wanted.returns_bool ? " returns" : " takes") +
                     "\n  try      compile with -g");
  }
  if (signature && signature->returns_object) {
    throw UsageError(
        wanted.at + ": `" + action + "` has no use for an object: " + declaration_of(function) +
        "\n  try      a function that returns " + (wanted.returns_bool ? "bool" : "nothing"));
  }
  if (wanted.returns_bool && signature->result != "bool") {
    const std::string adapted =
        signature->result == "void"
            ? "a function that returns bool"
            : "`bool …() { return " + last_part(function.name) + "() != 0; }`";
    throw UsageError(wanted.at + ": `assert` needs a function that returns bool: " +
                     declaration_of(function) + "\n  try      " + adapted);
  }
}

}  // namespace

void* action_function(const std::vector<ProgramFunction>& functions, const ActionFunction& wanted) {
  std::map<void*, const ProgramFunction*> meant;
  const ProgramFunction* with_parameters = nullptr;
  for (const ProgramFunction& function : functions) {
    if (is_clone(function.name) || !matches_name(function.name, wanted.name)) continue;
    if (takes_parameters(function)) {
      with_parameters = &function;
    } else {
      meant.emplace(function.code, &function);
    }
  }
  if (meant.empty() && with_parameters != nullptr) {
    throw UsageError(wanted.at + ": `" + (wanted.returns_bool ? "assert" : "call") +
                     "` passes no argument, and no object: " + declaration_of(*with_parameters) +
                     "\n  try      a function without parameters that calls it");
  }
  if (meant.empty()) refuse_unknown(functions, wanted);
  if (meant.size() > 1) {
    std::string names;
    for (const auto& [code, function] : meant)
      names += (names.empty() ? "" : ", ") + function->name;
    throw UsageError(wanted.at + ": the program has several functions " + wanted.name +
                     "\n  known    " + names);
  }
  require_result(*meant.begin()->second, wanted);
  return meant.begin()->first;
}

}  // namespace mcheck
