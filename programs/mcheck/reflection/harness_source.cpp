// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/harness_source.hpp"

#include <cctype>
#include <utility>

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
                           const std::string& callable) {
  const std::string start = "  about.operation<" + joined_types(types) + ">(" + quoted_text(name);
  const bool fits = start.size() + callable.size() + 4 <= kLineWidth;
  return start + (fits ? ", " : ",\n      ") + callable + ");\n";
}

// The pieces between commas that are in no brackets.
std::vector<std::string> split_outside_brackets(const std::string& text) {
  std::vector<std::string> pieces(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

bool is_identifier_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Each use of the name, as a whole word.
std::string with_hole(const std::string& text, const std::string& name, std::size_t number) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool starts = (i == 0 || !is_identifier_letter(text[i - 1])) &&
                        text.compare(i, name.size(), name) == 0 &&
                        (i + name.size() == text.size() || !is_identifier_letter(text[i + name.size()]));
    result += starts ? "{" + std::to_string(number) + "}" : std::string(1, text[i]);
    i += starts ? name.size() : 1;
  }
  return result;
}

// "[](queue& self, int a) { return self.push(a); }" as "{0}.push({1})"; a callable of several
// statements as a call of itself.
std::string code_of(const std::string& callable) {
  const std::size_t open = callable.find('(');
  const std::size_t body = callable.find(" { ");
  if (open == std::string::npos || body == std::string::npos) return "";
  const std::size_t close = callable.rfind(')', body);
  const std::string list = callable.substr(open + 1, close - open - 1);
  std::string code = callable.substr(body + 3, callable.rfind('}') - body - 3);
  code.erase(code.find_last_not_of("; ") + 1);
  if (code.starts_with("return ")) code.erase(0, 7);
  const bool is_simple = code.find(';') == std::string::npos;
  std::string call = "(" + callable + ")(";
  const std::vector<std::string> parameters = split_outside_brackets(list);
  for (std::size_t i = 0; i < parameters.size() && !list.empty(); ++i) {
    std::size_t start = parameters[i].size();
    while (start > 0 && is_identifier_letter(parameters[i][start - 1])) --start;
    code = with_hole(code, parameters[i].substr(start), i);
    call += (i == 0 ? "{" : ", {") + std::to_string(i) + "}";
  }
  return is_simple ? code : call + ")";
}

std::string constructor_text(const ConstructorModel& constructor, const std::string& type) {
  if (!constructor.callable.empty()) {
    return operation_text(constructor.parameter_types, constructor.name, constructor.callable);
  }
  const std::string types = joined_types(constructor.parameter_types);
  if (type.empty()) {
    return "  about.constructor<" + types + ">(" + quoted_text(constructor.name) + ");\n";
  }
  return "  about.constructor_of<" + type + (types.empty() ? "" : ", ") + types + ">(" +
         quoted_text(constructor.name) + ");\n";
}

// The standard headers that the generated calls use themselves.
std::string includes_for(const std::string& body) {
  constexpr std::pair<const char*, const char*> kHeaders[] = {
      {"std::memory_order", "atomic"}, {"std::chrono::", "chrono"},
      {"std::ostringstream", "sstream"}, {"std::string", "string"},
      {"std::remove_cv_t", "type_traits"}, {"std::move", "utility"},
      {"std::vector", "vector"}};
  std::string text;
  for (const auto& [used, header] : kHeaders) {
    if (body.find(used) != std::string::npos) text += "#include <" + std::string(header) + ">\n";
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace

std::vector<HarnessPart> harness_parts(const ClassModel& model, const std::string& inclusions) {
  using Kind = HarnessPart::Kind;
  std::vector<HarnessPart> body;
  for (std::size_t i = 0; i < model.constructors.size(); ++i) {
    body.push_back({Kind::kConstructor, i, 0, constructor_text(model.constructors[i], "")});
  }
  for (std::size_t i = 0; i < model.auxiliaries.size(); ++i) {
    const AuxiliaryModel& auxiliary = model.auxiliaries[i];
    if (!auxiliary.values.empty()) {
      body.push_back({Kind::kAuxiliaryValues, i, 0,
                      "  about.values<" + auxiliary.type + ">({" + joined_types(auxiliary.values) +
                          "});\n"});
    }
    for (std::size_t j = 0; j < auxiliary.constructors.size(); ++j) {
      body.push_back({Kind::kAuxiliaryConstructor, i, j,
                      constructor_text(auxiliary.constructors[j], auxiliary.type)});
    }
  }
  for (std::size_t i = 0; i < model.operations.size(); ++i) {
    const OperationModel& each = model.operations[i];
    body.push_back({Kind::kOperation, i, 0,
                    operation_text(each.parameter_types, each.name,
                                   each.callable + ", {.code = " +
                                       quoted_text(code_of(each.callable)) + "}")});
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

std::string harness_source(const ClassModel& model) {
  std::string text = "// Generated by mcheck synth.\n";
  const std::string inclusions =
      "#include " + model.header + "\n#include <mcheck/classes.hpp>\n";
  for (const HarnessPart& part : harness_parts(model, inclusions)) text += part.text;
  return text;
}

}  // namespace mcheck::command::reflection
