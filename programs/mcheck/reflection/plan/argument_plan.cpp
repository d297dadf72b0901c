// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/plan/argument_plan.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mcheck::command::reflection {
namespace {

constexpr std::array<std::string_view, 10> kValueTemplates = {
    "std::basic_string", "std::basic_string_view",
    "std::optional",     "std::pair",
    "std::tuple",        "std::vector",
    "std::unique_ptr",   "std::shared_ptr",
    "std::function",     "std::chrono::duration"};

bool is_constructed_by_run_time(const TypeShape& type) {
  return std::ranges::find(kValueTemplates, type.template_name) != kValueTemplates.end();
}

ArgumentPlan impossible(std::string why) {
  ArgumentPlan plan;
  plan.why_not = std::move(why);
  return plan;
}

ArgumentPlan written_in_place(std::string expression) {
  ArgumentPlan plan;
  plan.expression = std::move(expression);
  return plan;
}

bool is_character(const TypeShape& type) { return type.bare_spelling == "char"; }

bool is_size_name(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const char* part : {"size", "count", "len", "num"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  return name == "n" || name == "s" || name == "__n" || name == "__s";
}

// A lambda with the parameters of a function type, and a result that depends on them if it can.
std::string callback(const TypeShape& function) {
  const TypeShape& result = function.parts.front();
  const std::size_t count = function.parts.size() - 1;
  std::string parameters;
  for (std::size_t i = 0; i < count; ++i) {
    parameters += (i == 0 ? "" : ", ") + function.parts[i + 1].spelling;
    if (i < 2) parameters += i == 0 ? " one" : " other";
  }
  const auto bare = [&](std::size_t i) -> const std::string& {
    return without_reference(function.parts[i + 1]).bare_spelling;
  };
  const auto is_number = [&](std::size_t i) {
    return without_reference(function.parts[i + 1]).category == TypeCategory::kArithmetic;
  };
  std::string body;
  const std::string text = result.spelling;
  if (result.category == TypeCategory::kVoid) {
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 2); ++i) {
      body += i == 0 ? "(void)one; " : "(void)other; ";
    }
  } else if (text == "bool" && count == 2 && is_number(0) && bare(0) == bare(1)) {
    body = "return one < other; ";
  } else if (text == "bool" && count == 1 && is_number(0)) {
    body = "(void)one; return true; ";
  } else if (count == 1 && bare(0) == text && is_number(0)) {
    body = "return one; ";
  } else {
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 2); ++i) {
      body += i == 0 ? "(void)one; " : "(void)other; ";
    }
    body += "return " + text + "{}; ";
  }
  return "[](" + parameters + ") -> " + text + " { " + body + "}";
}

// A pointer with the number of elements behind it: from a vector.
ArgumentPlan plan_buffer(const TypeShape& pointee) {
  const std::string vector = "std::vector<" + pointee.bare_spelling + ">";
  ArgumentPlan plan;
  plan.types = {pointee.is_const ? "const " + vector + "&" : vector};
  plan.expression = "$0.data(), $0.size()";
  plan.parameters = 2;
  return plan;
}

ArgumentPlan plan_pointer(const std::vector<ParameterShape>& parameters, std::size_t index,
                          const TypeShape& pointer) {
  const TypeShape& pointee = pointer.parts.front();
  if (pointee.category == TypeCategory::kFunction) {
    if (pointee.is_variadic) return impossible("a callback with any number of arguments");
    return written_in_place(callback(pointee));
  }
  const bool has_next = index + 1 < parameters.size();
  if (has_next && pointee.category == TypeCategory::kArithmetic &&
      pointee.bare_spelling != "bool" &&
      parameters[index + 1].type.category == TypeCategory::kArithmetic &&
      is_size_name(parameters[index + 1].name)) {
    return plan_buffer(pointee);
  }
  if (is_character(pointee) && pointee.is_const) {
    ArgumentPlan plan;
    plan.types = {"const std::string&"};
    plan.expression = "$0.c_str()";
    return plan;
  }
  if (is_character(pointee)) return impossible("char*: the length of the buffer is unknown");
  if (pointee.category == TypeCategory::kVoid) return impossible("void*: of any type");
  if (pointee.category != TypeCategory::kClass && pointee.category != TypeCategory::kArithmetic &&
      pointee.category != TypeCategory::kEnumeration) {
    return impossible("no way to build a parameter of type " + pointer.spelling);
  }
  ArgumentPlan plan;
  plan.types = {pointer.spelling};
  plan.expression = "$0";
  plan.needs = needs_of(pointee);
  return plan;
}

// A parameter that needs no value of the test, or values of other types.
std::optional<ArgumentPlan> plan_special_class(const TypeShape& type, const TypeShape& bare) {
  const bool is_writable = type.category == TypeCategory::kLvalueReference && !bare.is_const;
  if (bare.bare_spelling == "std::memory_order") {
    return written_in_place("std::memory_order_seq_cst");
  }
  if (bare.template_name == "std::basic_ostream" && is_writable) {
    ArgumentPlan plan = written_in_place("text");
    plan.before = "std::ostringstream text; ";
    plan.returned = "text.str()";
    return plan;
  }
  if (bare.template_name == "std::initializer_list" && !bare.parts.empty()) {
    ArgumentPlan plan;
    plan.types = {bare.parts.front().bare_spelling, bare.parts.front().bare_spelling};
    plan.expression = "{$0, $1}";
    plan.needs = needs_of(bare.parts.front());
    return plan;
  }
  return std::nullopt;
}

}  // namespace

std::vector<TypeShape> needs_of(const TypeShape& type) {
  std::vector<TypeShape> needs;
  const auto add = [&needs](const TypeShape& part) {
    for (TypeShape& each : needs_of(part)) needs.push_back(std::move(each));
  };
  if (type.category == TypeCategory::kPointer && !type.parts.empty()) add(type.parts.front());
  if (type.category == TypeCategory::kEnumeration) return {type};
  if (type.category != TypeCategory::kClass) return needs;
  if (!is_constructed_by_run_time(type) || type.template_name == "std::chrono::duration") {
    return {type};
  }
  if (type.parts.empty()) return needs;
  const bool has_own_deleter = type.template_name == "std::unique_ptr" && type.parts.size() == 2 &&
                               type.parts[1].template_name != "std::default_delete";
  if (has_own_deleter) return {type};
  if (type.template_name == "std::pair" || type.template_name == "std::tuple") {
    for (const TypeShape& part : type.parts) add(part);
  } else if (type.template_name == "std::function") {
    const TypeShape& signature = type.parts.front();
    if (!signature.parts.empty()) add(without_reference(signature.parts.front()));
  } else {
    add(type.parts.front());
  }
  return needs;
}

bool is_left_to_default(const ParameterShape& parameter) {
  const TypeShape& type = without_reference(parameter.type);
  return parameter.has_default &&
         (type.template_name == "std::allocator" || type.bare_spelling == "std::memory_order" ||
          type.bare_spelling == "std::source_location");
}

bool is_plain(const ArgumentPlan& plan, const TypeShape& type) {
  return plan.parameters == 1 && plan.types.size() == 1 && plan.types.front() == type.spelling;
}

ArgumentPlan plan_argument(const std::vector<ParameterShape>& parameters, std::size_t index,
                           const ClassShape& subject) {
  const TypeShape& type = parameters[index].type;
  const TypeShape& bare = without_reference(type);
  if (!type.is_accessible) return impossible("the type of a parameter is private or has no name");
  if (bare.template_name == "std::allocator") return impossible("wants an allocator");
  if (auto special = plan_special_class(type, bare)) return *special;
  switch (bare.category) {
    case TypeCategory::kPointer:
      if (&bare != &type && !bare.is_const) break;  // a reference to a pointer: as it is
      return plan_pointer(parameters, index, bare);
    case TypeCategory::kFunction: return written_in_place(callback(bare));
    case TypeCategory::kNullPointer: return written_in_place("nullptr");
    case TypeCategory::kArithmetic:
    case TypeCategory::kEnumeration: break;
    case TypeCategory::kClass:
      if (type.category == TypeCategory::kRvalueReference &&
          is_class_named(bare, subject.type.bare_spelling)) {
        return impossible("moves from an object that others may use");
      }
      break;
    case TypeCategory::kVoid:
    case TypeCategory::kLvalueReference:
    case TypeCategory::kRvalueReference:
    case TypeCategory::kArray:
    case TypeCategory::kMemberPointer:
    case TypeCategory::kDependent:
    case TypeCategory::kOther:
      return impossible("no way to build a parameter of type " + type.spelling);
  }
  ArgumentPlan plan;
  plan.types = {type.spelling};
  const bool is_reference = type.category == TypeCategory::kLvalueReference;
  const bool is_moved = type.category == TypeCategory::kRvalueReference ||
                        (!is_reference && bare.category == TypeCategory::kClass);
  plan.expression = is_moved ? "std::move($0)" : "$0";
  plan.needs = needs_of(bare);
  return plan;
}

}  // namespace mcheck::command::reflection
