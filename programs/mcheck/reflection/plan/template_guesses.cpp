// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/plan/template_guesses.hpp"

#include <algorithm>
#include <cctype>

namespace mcheck::command::reflection {
namespace {

constexpr const char* kVisitor = "[](const auto&...) {}";
constexpr const char* kPredicate = "[](const auto&...) { return true; }";
constexpr const char* kComparator =
    "[](const auto& one, const auto& other) { return one < other; }";
constexpr const char* kChange = "[](auto value) { return ++value; }";

std::string template_parameter_name(std::size_t index) {
  return "type-parameter-0-" + std::to_string(index);
}

// The number N if the type is exactly `type-parameter-0-N`, perhaps const or a pack.
std::optional<std::size_t> parameter_number(const TypeShape& type) {
  std::string text = type.spelling;
  if (text.starts_with("const ")) text.erase(0, 6);
  while (text.ends_with('.') || text.ends_with('&') || text.ends_with(' ')) text.pop_back();
  const std::string start = "type-parameter-0-";
  if (!text.starts_with(start) || text.size() == start.size()) return std::nullopt;
  const std::string digits = text.substr(start.size());
  const bool is_number =
      std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c); });
  return is_number ? std::optional<std::size_t>(std::stoul(digits)) : std::nullopt;
}

bool is_pack_type(const TypeShape& type) { return type.spelling.ends_with("..."); }

TypeShape const_reference_to(TypeShape type) {
  TypeShape reference;
  reference.category = TypeCategory::kLvalueReference;
  type.is_const = true;
  type.spelling = "const " + type.bare_spelling;
  reference.spelling = type.spelling + "&";
  reference.bare_spelling = reference.spelling;
  reference.is_accessible = type.is_accessible;
  reference.parts.push_back(std::move(type));
  return reference;
}

// The type with a known type in place of a dependent one; unchanged if it is not known.
TypeShape substituted_type(const TypeShape& type, const ClassShape& subject,
                           const Substitution& types) {
  TypeShape result = type;
  const bool is_reference = type.category == TypeCategory::kLvalueReference ||
                            type.category == TypeCategory::kRvalueReference ||
                            type.category == TypeCategory::kPointer;
  if (is_reference) {
    result.parts.front() = substituted_type(type.parts.front(), subject, types);
    const TypeShape& part = result.parts.front();
    if (part.spelling == type.parts.front().spelling) return type;
    const bool is_lvalue = type.category == TypeCategory::kLvalueReference;
    const bool is_pointer = type.category == TypeCategory::kPointer;
    result.spelling = part.spelling + (is_pointer ? "*" : is_lvalue ? "&" : "&&");
    result.bare_spelling = result.spelling;
    return result;
  }
  if (type.category != TypeCategory::kDependent) return type;
  const auto number = parameter_number(type);
  const auto known =
      number && !is_pack_type(type) ? types.find(template_parameter_name(*number)) : types.end();
  const bool is_subject =
      !type.template_name.empty() && type.template_name == subject.type.template_name;
  if (known == types.end() && !is_subject) return type;
  result = is_subject ? subject.type : known->second;
  result.is_const = type.is_const;
  result.spelling = (type.is_const ? "const " : "") + result.bare_spelling;
  return result;
}

bool contains_any(const std::string& text, std::initializer_list<const char*> parts) {
  return std::ranges::any_of(
      parts, [&](const char* part) { return text.find(part) != std::string::npos; });
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

ArgumentPlan guess_in_place(std::string expression) {
  ArgumentPlan plan;
  plan.expression = std::move(expression);
  return plan;
}

TypeShape integer_type() {
  TypeShape type;
  type.category = TypeCategory::kArithmetic;
  type.spelling = type.bare_spelling = "int";
  return type;
}

TypeShape element_type(const ClassShape& subject) {
  const TypeShape& value = subject.value_type;
  if (value.category != TypeCategory::kOther && value.category != TypeCategory::kDependent) {
    return value;
  }
  for (const TypeShape& argument : subject.type.parts) {
    if (argument.category != TypeCategory::kFunction) return argument;
  }
  return integer_type();
}

ArgumentPlan guess_value(const TypeShape& type) {
  ArgumentPlan plan;
  plan.types = {const_reference_to(type).spelling};
  plan.expression = "$0";
  plan.needs = needs_of(type);
  return plan;
}

ArgumentPlan guess_iterators(const TypeShape& element) {
  ArgumentPlan plan;
  plan.types = {"const std::vector<" + element.bare_spelling + ">&"};
  plan.expression = "$0.begin(), $0.end()";
  plan.parameters = 2;
  plan.needs = needs_of(element);
  return plan;
}

// An argument that the function assigns to.
ArgumentPlan guess_variable(const TypeShape& type) {
  ArgumentPlan plan = guess_value(type);
  plan.types = {type.bare_spelling + "&"};
  return plan;
}

std::vector<ArgumentPlan> guess_by_names(const std::string& type_name, const std::string& name,
                                         const ClassShape& subject) {
  const std::string type = lower_case(type_name);
  const std::string names = type + " " + lower_case(name);
  std::vector<std::string> callbacks = {kVisitor, kPredicate, kChange, kComparator};
  if (contains_any(names, {"comp", "less", "cmp", "order"})) {
    callbacks = {kComparator, kPredicate, kVisitor, kChange};
  } else if (contains_any(names, {"pred", "cond", "filter", "match", "test"})) {
    callbacks = {kPredicate, kComparator, kVisitor, kChange};
  } else if (contains_any(names, {"change", "update", "transform", "modify", "map"})) {
    callbacks = {kChange, kVisitor, kPredicate, kComparator};
  }
  const bool is_callback =
      type == "f" || type == "fn" ||
      contains_any(names, {"func",   "fun",  "callable", "callback", "visit",  "pred",
                           "comp",   "less", "cmp",      "order",    "op",     "action",
                           "body",   "task", "handler",  "change",   "update", "transform",
                           "modify", "cond", "filter",   "invo",     "work"});
  std::vector<ArgumentPlan> values = {guess_value(element_type(subject)),
                                      guess_value(integer_type())};
  std::vector<ArgumentPlan> plans;
  if (!is_callback) plans = values;
  for (std::string& each : callbacks) plans.push_back(guess_in_place(std::move(each)));
  if (is_callback) plans.insert(plans.end(), values.begin(), values.end());
  return plans;
}

// Whether a parameter of the function names that parameter of its template.
bool is_deduced(const FunctionShape& function, std::size_t index) {
  const TemplateParameterShape& parameter = function.template_parameters[index];
  const bool is_value = !parameter.type.empty() && !parameter.name.empty();
  const std::string name = is_value ? parameter.name : template_parameter_name(index);
  const auto belongs_to_word = [](const std::string& text, std::size_t at) {
    if (at >= text.size()) return false;
    return std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_';
  };
  return std::ranges::any_of(function.parameters, [&](const ParameterShape& each) {
    const std::string& text = each.type.spelling;
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      const bool is_start = at == 0 || !belongs_to_word(text, at - 1);
      if (is_start && !belongs_to_word(text, at + name.size())) return true;
    }
    return false;
  });
}

}  // namespace

Substitution class_substitution(const ClassShape& subject) {
  Substitution types;
  for (std::size_t i = 0; i < subject.type.parts.size(); ++i) {
    types[template_parameter_name(i)] = subject.type.parts[i];
  }
  return types;
}

FunctionShape substituted(const FunctionShape& function, const ClassShape& subject,
                          const Substitution& types) {
  FunctionShape result = function;
  for (ParameterShape& parameter : result.parameters) {
    parameter.type = substituted_type(parameter.type, subject, types);
  }
  result.result = substituted_type(function.result, subject, types);
  const auto has_changed = [&](std::size_t i) {
    return result.parameters[i].type.spelling != function.parameters[i].type.spelling;
  };
  bool is_class_known = false;
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    is_class_known = is_class_known || has_changed(i);
  }
  for (std::size_t i = 0; i < result.template_parameters.size(); ++i) {
    TemplateParameterShape& parameter = result.template_parameters[i];
    // Names of values are not kept in canonical types: those of the class determine them.
    const bool is_value = !parameter.type.empty();
    const bool is_known =
        is_value ? is_class_known : is_deduced(function, i) && !is_deduced(result, i);
    if (is_known) parameter.has_default = true;  // nothing has to be written
  }
  return result;
}

bool is_dependent(const FunctionShape& function) {
  return std::ranges::any_of(function.parameters, [](const ParameterShape& parameter) {
    return without_reference(parameter.type).category == TypeCategory::kDependent ||
           parameter.type.spelling.find("type-parameter-") != std::string::npos;
  });
}

std::vector<ArgumentPlan> guess_argument(const FunctionShape& function, std::size_t index,
                                         const ClassShape& subject) {
  const ParameterShape& parameter = function.parameters[index];
  const TypeShape& type = without_reference(parameter.type);
  if (type.template_name == "std::chrono::duration") {
    return {guess_in_place("std::chrono::milliseconds(1)")};
  }
  if (type.template_name == "std::chrono::time_point") {
    return {guess_in_place("std::chrono::steady_clock::now() + std::chrono::milliseconds(1)")};
  }
  const auto number = parameter_number(type);
  if (!number || *number >= function.template_parameters.size()) return {};
  const std::string& type_name = function.template_parameters[*number].name;
  if (is_pack_type(type) || is_pack_type(parameter.type)) {
    return {guess_value(element_type(subject)), guess_in_place("")};
  }
  const bool has_next = index + 1 < function.parameters.size();
  const bool is_iterator =
      contains_any(lower_case(type_name + " " + parameter.name), {"iter", "first", "begin"}) ||
      type_name == "It";
  if (has_next && is_iterator &&
      function.parameters[index + 1].type.spelling == parameter.type.spelling) {
    return {guess_iterators(element_type(subject)), guess_iterators(integer_type())};
  }
  const bool is_variable =
      parameter.type.category == TypeCategory::kLvalueReference && !type.is_const;
  if (is_variable) return {guess_variable(element_type(subject)), guess_variable(integer_type())};
  return guess_by_names(type_name, parameter.name, subject);
}

ExplicitArguments explicit_arguments(const FunctionShape& function) {
  ExplicitArguments found;
  for (std::size_t i = 0; i < function.template_parameters.size(); ++i) {
    const TemplateParameterShape& parameter = function.template_parameters[i];
    if (parameter.has_default || parameter.is_pack) continue;
    if (is_deduced(function, i)) continue;
    if (parameter.type.empty() || parameter.is_template) {
      found.why_not = "template parameter " + parameter.name + " cannot be deduced";
      return found;
    }
    found.text += found.text.empty() ? "<" : ", ";
    found.text += parameter.type == "bool" ? "true" : "0";
  }
  if (!found.text.empty()) found.text += ">";
  return found;
}

}  // namespace mcheck::command::reflection
