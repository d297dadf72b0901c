// SPDX-License-Identifier: MIT
// The constructors of a class, for tests: each with each number of its default arguments.
#include <algorithm>

#include "programs/mcheck/reflection/plan/argument_plan.hpp"
#include "programs/mcheck/reflection/plan/call_text.hpp"
#include "programs/mcheck/reflection/plan/operation_plan.hpp"
#include "programs/mcheck/reflection/plan/template_guesses.hpp"

namespace mcheck::command::reflection {
namespace {

std::string factory_text(const ClassShape& shape, const std::vector<std::string>& types,
                         std::vector<std::string> arguments) {
  LambdaParts parts;
  char letter = 'a';
  for (const std::string& type : types) {
    parts.types.push_back(declarable(type));
    parts.names.emplace_back(1, letter++);
  }
  std::size_t next = 0;
  for (std::string& argument : arguments) {
    std::size_t used = 0;
    for (std::size_t at = argument.find('$'); at != std::string::npos; at = argument.find('$')) {
      const auto number = static_cast<std::size_t>(argument[at + 1] - '0');
      argument.replace(at, 2, parts.names[next + number]);
      used = std::max(used, number + 1);
    }
    next += used;
  }
  std::string text;
  for (const std::string& argument : arguments) text += (text.empty() ? "" : ", ") + argument;
  parts.call = shape.type.bare_spelling + "(" + text + ")";
  return lambda_text(parts);
}

// The plan, but with a text that lives as long as the object, which may keep the pointer.
ArgumentPlan constructor_argument(const FunctionShape& constructor, std::size_t index,
                                  const ClassShape& shape) {
  ArgumentPlan plan = plan_argument(constructor.parameters, index, shape);
  if (plan.expression == "$0.c_str()") {
    plan.types.clear();
    plan.expression = "\"a\"";
  }
  return plan;
}

// A constructor with parameters that are written in place is called in a function.
void plan_one_constructor(const ClassShape& shape, const FunctionShape& constructor, Plans& plans) {
  if (special_member(constructor, shape) != SpecialMember::kNone) return;
  const auto leave_out = [&](const std::string& why) {
    plans.left_out.push_back({constructor.signature, why});
  };
  if (constructor.is_deleted) return leave_out("deleted");
  if (constructor.access == Access::kProtected) return leave_out("protected");
  if (constructor.access == Access::kPrivate) return leave_out("private");
  if (constructor.is_variadic) return leave_out("any number of arguments (...)");
  if (is_dependent(constructor)) return leave_out("template that cannot be deduced");
  std::size_t least = constructor.parameters.size();
  while (least > 0 && constructor.parameters[least - 1].has_default) --least;
  std::size_t most = constructor.parameters.size();
  while (most > least && is_left_to_default(constructor.parameters[most - 1])) --most;
  for (std::size_t arity = std::max<std::size_t>(least, 1); arity <= most; ++arity) {
    PlannedConstructor planned;
    planned.model.name = shape.simple_name;
    planned.model.line = constructor.line;
    planned.signature = constructor.signature;
    std::vector<std::string> arguments;
    bool is_all_plain = true;
    for (std::size_t i = 0; i < arity && i < constructor.parameters.size();) {
      const ArgumentPlan plan = constructor_argument(constructor, i, shape);
      if (!plan.why_not.empty()) {
        if (arity == std::max<std::size_t>(least, 1)) leave_out(plan.why_not);
        return;
      }
      is_all_plain = is_all_plain && is_plain(plan, constructor.parameters[i].type);
      planned.model.parameter_types.insert(planned.model.parameter_types.end(), plan.types.begin(),
                                           plan.types.end());
      arguments.push_back(plan.expression);
      planned.needs.insert(planned.needs.end(), plan.needs.begin(), plan.needs.end());
      i += plan.parameters;
    }
    if (!is_all_plain) {
      planned.model.callable = factory_text(shape, planned.model.parameter_types, arguments);
    }
    plans.constructors.push_back(std::move(planned));
  }
}

}  // namespace

SpecialMember special_member(const FunctionShape& function, const ClassShape& subject) {
  if (function.parameters.size() != 1 || !function.template_parameters.empty()) {
    return SpecialMember::kNone;
  }
  const TypeShape& type = function.parameters.front().type;
  if (!is_class_named(without_reference(type), subject.type.bare_spelling)) {
    return SpecialMember::kNone;
  }
  return type.category == TypeCategory::kRvalueReference ? SpecialMember::kMove
                                                         : SpecialMember::kCopy;
}

Plans plan_constructors(const ClassShape& shape) {
  Plans plans;
  if (shape.is_abstract) return plans;
  if (shape.is_default_constructible) {
    plans.constructors.push_back({{shape.simple_name, {}, 0, ""}, {}, shape.simple_name + "()"});
  }
  for (const FunctionShape& each : shape.constructors) plan_one_constructor(shape, each, plans);
  return plans;
}

}  // namespace mcheck::command::reflection
