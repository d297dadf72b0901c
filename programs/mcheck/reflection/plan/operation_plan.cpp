// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/plan/operation_plan.hpp"

#include <algorithm>
#include <optional>

#include "programs/mcheck/reflection/plan/argument_plan.hpp"
#include "programs/mcheck/reflection/plan/call_text.hpp"
#include "programs/mcheck/reflection/plan/template_guesses.hpp"

namespace mcheck::command::reflection {
namespace {

constexpr std::size_t kMaxArities = 4;  // of a function with default arguments
constexpr std::size_t kMaxGuesses = 16;

bool takes_object(const TypeShape& type, const ClassShape& subject) {
  const TypeShape& bare = without_reference(type);
  if (is_class_named(bare, subject.type.bare_spelling)) return true;
  return bare.category == TypeCategory::kPointer &&
         is_class_named(bare.parts.front(), subject.type.bare_spelling);
}

// A value, a reference, a pointer or a smart pointer to the class.
bool yields_object(const TypeShape& type, const ClassShape& subject) {
  if (takes_object(type, subject)) return true;
  const TypeShape& bare = without_reference(type);
  const bool is_smart =
      bare.template_name == "std::unique_ptr" || bare.template_name == "std::shared_ptr";
  return is_smart && !bare.parts.empty() &&
         is_class_named(bare.parts.front(), subject.type.bare_spelling);
}

// Makes the operations of one function.
class FunctionPlanner {
 public:
  FunctionPlanner(const ClassShape& subject, FunctionShape function, Plans& plans, int& group)
      : subject_(subject), function_(std::move(function)), plans_(plans), group_(group) {}

  void plan() {
    if (const std::string why = reason_to_leave_out(); !why.empty()) return leave_out(why);
    const bool is_postfix = (function_.name == "operator++" || function_.name == "operator--") &&
                            !function_.parameters.empty() && is_member() &&
                            function_.parameters.front().type.spelling == "int";
    if (is_postfix) {
      add_operation({}, {"0"});
      return;
    }
    std::size_t least = function_.parameters.size();
    while (least > 0 && function_.parameters[least - 1].has_default) --least;
    std::size_t most = function_.parameters.size();
    while (most > least && is_left_to_default(function_.parameters[most - 1])) --most;
    std::string why;
    bool is_planned = false;
    for (std::size_t arity = least; arity <= most; ++arity) {
      if (arity - least >= kMaxArities && arity != most) continue;
      const std::string problem = plan_arity(arity);
      is_planned = is_planned || problem.empty();
      if (why.empty()) why = problem;
    }
    if (!is_planned) leave_out(why);
  }

 private:
  [[nodiscard]] bool is_member() const { return function_.kind != CursorKind::kFunction; }

  [[nodiscard]] std::string reason_to_leave_out() const {
    if (function_.is_deleted) return "deleted";
    if (function_.access == Access::kProtected) return "protected";
    if (function_.access == Access::kPrivate) return "private";
    if (function_.is_rvalue_qualified) return "rvalue-ref-qualified: uses up the object";
    if (function_.is_variadic) return "any number of arguments (...)";
    if (function_.name == "operator new" || function_.name == "operator delete" ||
        function_.name == "operator new[]" || function_.name == "operator delete[]") {
      return "allocates memory";
    }
    const bool is_unknown_conversion =
        function_.kind == CursorKind::kConversion && !function_.template_parameters.empty();
    if (is_unknown_conversion) return "template that cannot be deduced";
    return explicit_arguments(function_).why_not;
  }

  void leave_out(const std::string& why) { plans_.left_out.push_back({function_.signature, why}); }

  // The plans for each parameter; several where they are guesses. Empty and `why`: there are none.
  [[nodiscard]] std::vector<std::vector<ArgumentPlan>> argument_plans(std::size_t arity,
                                                                      std::string& why) const {
    std::vector<std::vector<ArgumentPlan>> all = {{}};
    std::size_t index = 0;
    while (index < arity) {
      const TypeShape& type = function_.parameters[index].type;
      const bool is_guess = type.spelling.find("type-parameter-") != std::string::npos ||
                            without_reference(type).category == TypeCategory::kDependent;
      std::vector<ArgumentPlan> choices;
      if (is_object(index)) {
        choices = {object_plan(index)};
      } else if (is_guess) {
        choices = guess_argument(function_, index, subject_);
        if (choices.empty()) why = "template that cannot be deduced";
      } else {
        choices = {plan_argument(function_.parameters, index, subject_)};
        if (index + choices.front().parameters > arity) {
          choices.front().why_not = "a pointer without its length";
        }
        why = choices.front().why_not;
      }
      if (!why.empty()) return {};
      std::vector<std::vector<ArgumentPlan>> longer;
      for (const auto& plans : all) {
        for (const ArgumentPlan& choice : choices) {
          if (longer.size() == kMaxGuesses) break;
          longer.push_back(plans);
          longer.back().push_back(choice);
        }
      }
      all = std::move(longer);
      index += choices.front().parameters;
    }
    return all;
  }

  // The first parameter of a free function that is the class is the object.
  [[nodiscard]] bool is_object(std::size_t index) const {
    if (is_member()) return false;
    for (std::size_t i = 0; i < index; ++i) {
      if (takes_object(function_.parameters[i].type, subject_)) return false;
    }
    return takes_object(function_.parameters[index].type, subject_);
  }

  [[nodiscard]] ArgumentPlan object_plan(std::size_t index) const {
    const TypeShape& type = function_.parameters[index].type;
    const TypeShape& bare = without_reference(type);
    const bool is_pointer = bare.category == TypeCategory::kPointer;
    const bool is_value = &bare == &type && !is_pointer;
    const bool is_const = is_value || bare.is_const || (is_pointer && bare.parts.front().is_const);
    ArgumentPlan plan;
    plan.types = {is_const ? "const " + subject_name() + "&" : subject_name() + "&"};
    plan.expression = is_pointer ? "&self" : "self";
    if (type.category == TypeCategory::kRvalueReference) {
      plan.why_not = "moves from an object that others may use";
    }
    return plan;
  }

  [[nodiscard]] const std::string& subject_name() const { return subject_.type.bare_spelling; }

  // Returns why not, or "".
  std::string plan_arity(std::size_t arity) {
    std::string why;
    const auto all = argument_plans(arity, why);
    if (!why.empty()) return why;
    const bool is_guess = !function_.template_parameters.empty();
    const int group = is_guess ? ++group_ : 0;
    for (const std::vector<ArgumentPlan>& plans : all) {
      const auto impossible = std::ranges::find_if(
          plans, [](const ArgumentPlan& plan) { return !plan.why_not.empty(); });
      if (impossible != plans.end()) return impossible->why_not;
      add_operation(plans, {}, group);
    }
    return "";
  }

  // The object first, then letters for the others.
  void add_operation(const std::vector<ArgumentPlan>& plans, std::vector<std::string> arguments,
                     int group = 0) {
    PlannedOperation operation;
    LambdaParts parts;
    std::string object;
    if (is_member()) {
      object = function_.is_static ? subject_name() : "self";
      if (!function_.is_static) {
        parts.types.push_back((function_.is_const ? "const " : "") + subject_name() + "&");
        parts.names.emplace_back("self");
      }
    }
    std::vector<std::string> names(parts.types.size());
    char letter = 'a';
    std::size_t parameter = 0;
    for (const ArgumentPlan& plan : plans) {
      std::string expression = plan.expression;
      for (std::size_t i = 0; i < plan.types.size(); ++i) {
        const bool is_self = expression == "self" || expression == "&self";
        const std::string name = is_self ? "self" : std::string(1, letter++);
        const std::string mark = "$" + std::to_string(i);
        for (std::size_t at = expression.find(mark); at != std::string::npos;
             at = expression.find(mark)) {
          expression.replace(at, mark.size(), name);
        }
        const auto place = is_self ? 0 : static_cast<std::ptrdiff_t>(parts.types.size());
        parts.types.insert(parts.types.begin() + place, plan.types[i]);
        parts.names.insert(parts.names.begin() + place, name);
        names.insert(names.begin() + place, is_self ? "" : function_.parameters[parameter].name);
      }
      parameter += plan.parameters;
      arguments.push_back(expression);
      parts.before += plan.before;
      if (!plan.returned.empty()) parts.returned = plan.returned;
      operation.needs.insert(operation.needs.end(), plan.needs.begin(), plan.needs.end());
    }
    parts.call = call_text(function_, object, arguments, explicit_text());
    parts.returns_reference =
        parts.returned.empty() && function_.result.category == TypeCategory::kLvalueReference;
    finish(operation, parts, std::move(names), group);
  }

  [[nodiscard]] std::string explicit_text() const { return explicit_arguments(function_).text; }

  void finish(PlannedOperation& operation, LambdaParts& parts, std::vector<std::string> names,
              int group) {
    OperationModel& model = operation.model;
    model.kind = !is_member()                                ? OperationKind::kFreeFunction
                 : function_.kind == CursorKind::kConversion ? OperationKind::kConversion
                 : function_.is_static                       ? OperationKind::kStaticMethod
                                                             : OperationKind::kMethod;
    model.name = function_.name;
    model.signature = function_.signature;
    model.parameter_types = parts.types;
    for (std::string& type : parts.types) type = declarable(type);
    model.parameter_names = std::move(names);
    model.callable = lambda_text(parts);
    model.result = function_.result.spelling;
    model.file = function_.file;
    model.line = function_.line;
    model.is_const = !model.parameter_types.empty() &&
                     model.parameter_types.front() == "const " + subject_name() + "&" &&
                     (!function_.is_static || !is_member());
    model.is_virtual = function_.is_virtual;
    model.is_noexcept = function_.is_noexcept;
    model.is_deprecated = function_.is_deprecated;
    model.is_template = !function_.template_parameters.empty();
    const bool has_object = std::ranges::find(parts.names, "self") != parts.names.end();
    model.is_factory = !has_object && yields_object(function_.result, subject_);
    model.guess_group = group;
    operation.result = function_.result;
    operation.signature = function_.signature;
    plans_.operations.push_back(std::move(operation));
  }

  const ClassShape& subject_;
  FunctionShape function_;
  Plans& plans_;
  int& group_;
};

PlannedOperation copying(const ClassShape& subject, bool assigns) {
  const std::string name = subject.type.bare_spelling;
  PlannedOperation operation;
  OperationModel& model = operation.model;
  model.file = subject.file;
  if (assigns) {
    model.kind = OperationKind::kAssign;
    model.name = "assign";
    model.parameter_types = {name + "&", "const " + name + "&"};
    model.parameter_names = {"", ""};
    model.callable = "[](" + name + "& self, const " + name + "& a) { self = a; }";
    model.result = "void";
    operation.result.category = TypeCategory::kVoid;
  } else {
    model.kind = OperationKind::kCopy;
    model.name = "copy";
    model.parameter_types = {"const " + name + "&"};
    model.parameter_names = {""};
    model.callable = "[](const " + name + "& self) { return " + name + "(self); }";
    model.result = name;
    model.is_const = true;
    operation.result = subject.type;
  }
  operation.signature = model.name;
  model.signature = model.name;
  return operation;
}

}  // namespace

Plans plan_class(const ClassShape& subject, const std::vector<FunctionShape>& free_functions) {
  Plans plans = plan_constructors(subject);
  int group = 0;
  for (const FunctionShape& method : subject.methods) {
    if (method.name == "operator=" && special_member(method, subject) != SpecialMember::kNone) {
      continue;
    }
    FunctionPlanner(subject, method, plans, group).plan();
  }
  if (subject.is_copyable) plans.operations.push_back(copying(subject, false));
  if (subject.is_assignable) plans.operations.push_back(copying(subject, true));
  const Substitution types = class_substitution(subject);
  for (const FunctionShape& function : free_functions) {
    const bool is_friend = function.is_hidden_friend;
    const bool is_template = !function.template_parameters.empty() || is_friend;
    FunctionShape shape = is_template ? substituted(function, subject, types) : function;
    const bool takes = std::ranges::any_of(shape.parameters, [&](const ParameterShape& each) {
      return takes_object(each.type, subject);
    });
    if (!takes && !yields_object(shape.result, subject)) continue;
    FunctionPlanner(subject, std::move(shape), plans, group).plan();
  }
  return plans;
}

}  // namespace mcheck::command::reflection
