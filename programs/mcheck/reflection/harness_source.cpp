// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/harness_source.hpp"

#include <utility>

#include "programs/mcheck/reflection/call_code.hpp"

namespace mcheck::command::reflection {
namespace {

constexpr std::size_t kLineWidth = 100;

std::string joined_types(const std::vector<std::string>& types) {
  std::string text;
  for (const std::string& type : types) text += (text.empty() ? "" : ", ") + type;
  return text;
}

std::string quoted_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

// "  about.operation<…>("push",", and the callable in the same line or the next.
std::string operation_text(const std::vector<std::string>& types, const std::string& name,
                           const std::string& callable, const std::string& into = "about") {
  const std::string start =
      "  " + into + ".operation<" + joined_types(types) + ">(" + quoted_text(name);
  const bool fits = start.size() + callable.size() + 4 <= kLineWidth;
  return start + (fits ? ", " : ",\n      ") + callable + ");\n";
}

std::string constructor_text(const ConstructorModel& constructor, const std::string& type,
                             const std::string& into = "about") {
  if (!constructor.callable.empty()) {
    return operation_text(constructor.parameter_types, constructor.name,
                          constructor.callable + ", {.maker = true}", into);
  }
  const std::string types = joined_types(constructor.parameter_types);
  if (type.empty()) {
    return "  " + into + ".constructor<" + types + ">(" + quoted_text(constructor.name) + ");\n";
  }
  return "  about.constructor_of<" + type + (types.empty() ? "" : ", ") + types + ">(" +
         quoted_text(constructor.name) + ");\n";
}

// The standard headers that the generated calls use themselves.
std::string includes_for(const std::string& body) {
  constexpr std::pair<const char*, const char*> kHeaders[] = {{"std::memory_order", "atomic"},
                                                              {"std::chrono::", "chrono"},
                                                              {"std::ostringstream", "sstream"},
                                                              {"std::string", "string"},
                                                              {"std::remove_cv_t", "type_traits"},
                                                              {"std::move", "utility"},
                                                              {"std::vector", "vector"}};
  std::string text;
  for (const auto& [used, header] : kHeaders) {
    if (body.find(used) != std::string::npos) text += "#include <" + std::string(header) + ">\n";
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace

std::vector<HarnessPart> harness_parts(const ClassModel& model, const std::string& inclusions,
                                       CallCode call_code) {
  using Kind = HarnessPart::Kind;
  std::vector<HarnessPart> body;
  for (std::size_t i = 0; i < model.constructors.size(); ++i) {
    body.push_back({Kind::kConstructor, i, 0, constructor_text(model.constructors[i], "")});
  }
  for (std::size_t i = 0; i < model.auxiliaries.size(); ++i) {
    const AuxiliaryModel& auxiliary = model.auxiliaries[i];
    if (!auxiliary.values.empty()) {
      body.push_back(
          {Kind::kAuxiliaryValues, i, 0,
           "  about.values<" + auxiliary.type + ">({" + joined_types(auxiliary.values) + "});\n"});
    }
    for (std::size_t j = 0; j < auxiliary.constructors.size(); ++j) {
      body.push_back({Kind::kAuxiliaryConstructor, i, j,
                      constructor_text(auxiliary.constructors[j], auxiliary.type)});
    }
  }
  for (std::size_t i = 0; i < model.operations.size(); ++i) {
    const OperationModel& each = model.operations[i];
    body.push_back(
        {Kind::kOperation, i, 0,
         operation_text(
             each.parameter_types, each.name,
             each.callable + (call_code == CallCode::kWritten
                                  ? ", {.code = " + quoted_text(code_of(each.callable)) + "}"
                                  : ""))});
  }
  std::string all;
  for (const HarnessPart& part : body) all += part.text;
  std::vector<HarnessPart> parts;
  parts.push_back({Kind::kOther, 0, 0,
                   includes_for(all) + inclusions + "\nMCHECK_CLASS(" + model.name + ") {\n"});
  parts.insert(parts.end(), body.begin(), body.end());
  parts.push_back({Kind::kOther, 0, 0, "}\n"});
  return parts;
}

namespace {

// "" if the model has no reference.
std::string reference_text(const ReferenceModel& reference) {
  if (reference.name.empty()) return "";
  const std::string into = "reference";
  std::string text = "  auto& " + into + " = about.reference<" + reference.name + ">(" +
                     quoted_text(reference.name) + ");\n";
  for (const ConstructorModel& each : reference.constructors) {
    text += constructor_text(each, "", into);
  }
  for (const OperationModel& each : reference.operations) {
    text += operation_text(each.parameter_types, each.name, each.callable, into);
  }
  return text;
}

}  // namespace

std::string harness_source(const ClassModel& model) {
  std::string text = "// Generated by mcheck synth.\n";
  std::string inclusions;
  for (const std::string& each : model.argument_headers) inclusions += "#include " + each + "\n";
  inclusions += "#include " + model.header + "\n#include <mcheck/classes.hpp>\n";
  const std::vector<HarnessPart> parts = harness_parts(model, inclusions, CallCode::kWritten);
  for (const HarnessPart& part : parts) {
    if (&part == &parts.back()) text += reference_text(model.reference);
    text += part.text;
  }
  return text;
}

}  // namespace mcheck::command::reflection
