// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/read_class.hpp"

#include <algorithm>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/reflection/harness_check.hpp"
#include "programs/mcheck/reflection/header_source.hpp"
#include "programs/mcheck/reflection/name_index.hpp"
#include "programs/mcheck/reflection/plan/auxiliary_types.hpp"
#include "programs/mcheck/reflection/plan/operation_plan.hpp"
#include "programs/mcheck/reflection/plan/reference_model.hpp"

namespace mcheck::command::reflection {
namespace {

// The class as the compiler names it; or the message.
struct ResolvedClass {
  std::string spelling;
  std::string message;
};

std::string missing_arguments(const NamedClass& named) {
  return diagnostic("'" + named.name + "' is a template: which of its classes is meant?",
                    {{"takes", listed(named.template_parameters)},
                     {"try", "--class '" + named.name + named.proposed_arguments + "'"}});
}

std::string cannot_instantiate(const NamedClass& named, const ClassRequest& request,
                               const ClangError& error) {
  if (error.text.find("incomplete type") != std::string::npos ||
      error.text.find("undefined template") != std::string::npos) {
    return diagnostic("'" + request.text + "' is declared, but not defined",
                      {{"because", "the header and what it includes do not define it"},
                       {"try", "the header that defines it"}});
  }
  std::vector<Remark> remarks = {{"because", error_line(error)}};
  if (!named.template_parameters.empty()) {
    remarks.push_back({"takes", listed(named.template_parameters)});
  }
  return diagnostic("there is no class '" + request.text + "'", remarks);
}

ResolvedClass resolve(const HeaderSource& header, const NamedClass& named,
                      const ClassRequest& request) {
  const bool has_default_arguments =
      !named.proposed_arguments.empty() && !named.needs_arguments && !request.has_arguments();
  const std::string text = request.text + (has_default_arguments ? "<>" : "");
  const std::string scope = named.scope;
  const std::string alias = "using mcheck_subject = " + text + ";";
  const std::string inside = scope.empty() ? alias : "namespace " + scope + " { " + alias + " }";
  const std::string outside = "using mcheck_resolved = " + (scope.empty() ? "" : scope + "::") +
                              "mcheck_subject;\nenum { mcheck_size = sizeof(mcheck_resolved) };\n";
  const TranslationUnit unit = header.parsed_with(inside + "\n" + outside);
  if (!unit.errors().empty()) {
    return {"", cannot_instantiate(named, request, unit.errors().front())};
  }
  for (const ClangCursor& cursor : unit.root().children()) {
    if (cursor.spelling() != "mcheck_resolved") continue;
    const TypeShape type = type_shape(cursor.aliased_type());
    if (type.category == TypeCategory::kClass) return {type.bare_spelling, ""};
    return {"", diagnostic("'" + request.text + "' is not a class but the type " + type.spelling,
                           {{"wanted", "a class"}})};
  }
  return {"", diagnostic("there is no class '" + request.text + "'", {})};
}

std::vector<std::string> argument_spellings(const TypeShape& type) {
  std::vector<std::string> all;
  if (type.template_name.empty()) return all;
  for (const TypeShape& part : type.parts) all.push_back(part.spelling);
  return all;
}

bool is_test_call(const OperationModel& operation) {
  return !operation.is_factory && operation.kind != OperationKind::kCopy &&
         operation.kind != OperationKind::kAssign;
}

std::string reasons_of(const ClassModel& model) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, model.left_out.size()); ++i) {
    text += (i == 0 ? "" : "; ") + model.left_out[i].what + ": " + model.left_out[i].why;
  }
  return text;
}

std::vector<Remark> with_reasons(const ClassModel& model, std::vector<Remark> remarks) {
  if (const std::string reasons = reasons_of(model); !reasons.empty()) {
    remarks.push_back({"left out", reasons});
  }
  return remarks;
}

// Why no test can use the class; "" if tests can.
std::string unusable(const ClassModel& model, const ClassShape& shape) {
  const bool has_factory = std::ranges::any_of(model.operations, &OperationModel::is_factory);
  const bool has_static = std::ranges::any_of(model.operations, [](const OperationModel& each) {
    return each.kind == OperationKind::kStaticMethod && !each.is_factory;
  });
  const bool has_object = !model.constructors.empty() || has_factory;
  if (shape.is_abstract && !has_object) {
    return diagnostic(
        "'" + model.name + "' is abstract: there can be no object of it",
        {{"pure", listed(shape.pure_methods)}, {"try", "a class that derives from it"}});
  }
  if (!has_object && !has_static) {
    return diagnostic(
        "'" + model.name + "' has no public constructor that can be called, and no factory",
        with_reasons(model, {{"wanted", "a function that returns it, or a pointer to it"}}));
  }
  if (std::ranges::none_of(model.operations, is_test_call)) {
    return diagnostic("'" + model.name + "' has no public method that can be called",
                      with_reasons(model, {{"because", "a test has nothing to call"}}));
  }
  return "";
}

void remove_methods_of_no_object(ClassModel& model) {
  const bool has_factory = std::ranges::any_of(model.operations, &OperationModel::is_factory);
  if (!model.constructors.empty() || has_factory) return;
  std::erase_if(model.operations, [](const OperationModel& each) {
    return each.kind != OperationKind::kStaticMethod;
  });
}

}  // namespace

std::variant<ClassModel, std::string> read_class(const std::string& header,
                                                 const std::string& class_name,
                                                 const std::vector<std::string>& flags,
                                                 const std::string& reference) {
  auto opened = open_header(header, class_name, flags, reference);
  if (auto* message = std::get_if<std::string>(&opened)) return *message;
  const auto& file = std::get<OpenedHeader>(opened);
  const ClassRequest request = parsed_request(class_name);
  const auto found = find_class(named_classes(*file.unit), request, header, file.path);
  if (const auto* message = std::get_if<std::string>(&found)) return *message;
  const auto& named = std::get<NamedClass>(found);
  if (named.needs_arguments && !request.has_arguments()) return missing_arguments(named);
  const ResolvedClass resolved = resolve(file.source, named, request);
  if (!resolved.message.empty()) return resolved.message;

  const ClassShape shape = class_shapes(file.source, {resolved.spelling}).front();
  ClassModel model;
  model.header = file.name;
  model.argument_headers = file.argument_headers;
  model.name = shape.type.bare_spelling;
  model.template_arguments = argument_spellings(shape.type);
  model.file = shape.file;
  model.line = shape.line;
  model.flags = flags;
  model.is_copyable = shape.is_copyable;
  model.is_abstract = shape.is_abstract;
  Plans plans = plan_class(shape, free_functions(*file.unit, shape, file.path));
  add_supplied(file.source, shape, std::move(plans), model);
  remove_methods_of_no_object(model);
  remove_what_does_not_compile(file.source, model);
  if (std::string message = unusable(model, shape); !message.empty()) return message;
  if (!reference.empty()) {
    const ResolvedClass other = resolve(file.source, {}, parsed_request(reference));
    if (!other.message.empty()) return other.message;
    add_reference(file.source, model, reference);
  }
  return model;
}

std::variant<std::vector<ListedClass>, std::string> list_classes(
    const std::string& header, const std::vector<std::string>& flags) {
  auto opened = open_header(header, "", flags);
  if (auto* message = std::get_if<std::string>(&opened)) return *message;
  const auto& file = std::get<OpenedHeader>(opened);
  std::vector<ListedClass> listed_classes;
  for (const NamedClass& each : named_classes(*file.unit)) {
    if (each.file != file.path || each.is_alias || !each.is_defined) continue;
    const bool is_template = !each.proposed_arguments.empty();
    listed_classes.push_back({.name = each.name + each.proposed_arguments,
                              .template_name = is_template ? each.name : "",
                              .template_parameters = each.template_parameters,
                              .line = each.line,
                              .is_abstract = each.is_abstract,
                              .is_nested = each.is_nested});
  }
  return listed_classes;
}

}  // namespace mcheck::command::reflection
