// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/plan/call_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mcheck::command::reflection {
namespace {

constexpr std::array<std::string_view, 31> kInfix = {
    "+",  "-",  "*",   "/",  "%",  "^",  "&",   "|",   "<",  ">",  "+=",
    "-=", "*=", "/=",  "%=", "^=", "&=", "|=",  "<<",  ">>", "<=", ">=",
    "==", "!=", "<=>", "&&", "||", "=",  "<<=", ">>=", "->*"};
constexpr std::array<std::string_view, 8> kPrefix = {"+", "-", "*", "&", "!", "~", "++", "--"};

std::string joined_arguments(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& each : arguments) {
    if (!each.empty()) text += (text.empty() ? "" : ", ") + each;
  }
  return text;
}

// The operator with its operands, or "" if it is not written like that.
std::string operator_text(const std::string& symbol, const std::vector<std::string>& operands) {
  if (symbol == "()" || symbol == "[]") {
    const std::vector<std::string> rest(operands.begin() + 1, operands.end());
    return operands.front() + symbol.front() + joined_arguments(rest) + symbol.back();
  }
  const bool is_step = symbol == "++" || symbol == "--";
  if (is_step && operands.size() == 2) return operands.front() + symbol;
  if (operands.size() == 1 && std::ranges::find(kPrefix, symbol) != kPrefix.end()) {
    return symbol + operands.front();
  }
  const bool has_list = operands.back().starts_with('{');
  if (operands.size() == 2 && std::ranges::find(kInfix, symbol) != kInfix.end() &&
      (!has_list || symbol == "=")) {
    return operands.front() + " " + symbol + " " + operands.back();
  }
  return "";
}

}  // namespace

std::string call_text(const FunctionShape& function, const std::string& object,
                      const std::vector<std::string>& arguments,
                      const std::string& explicit_arguments) {
  if (function.kind == CursorKind::kConversion) {
    return "static_cast<" + function.result.spelling + ">(" + object + ")";
  }
  const bool is_operator = function.name.starts_with("operator") && function.name.size() > 8 &&
                           !std::isalnum(static_cast<unsigned char>(function.name[8])) &&
                           function.name[8] != '_' && function.name[8] != ' ';
  if (is_operator && !function.is_static && explicit_arguments.empty()) {
    std::vector<std::string> operands = arguments;
    if (!object.empty()) operands.insert(operands.begin(), object);
    std::string text = operator_text(function.name.substr(8), operands);
    if (!text.empty()) return text;
  }
  std::string name = function.name + explicit_arguments;
  if (object.empty()) {
    if (!function.is_hidden_friend) name = function.qualified_name + explicit_arguments;
  } else if (function.is_static) {
    name = object + "::" + name;
  } else {
    name = object + "." + name;
  }
  return name + "(" + joined_arguments(arguments) + ")";
}

std::string declarable(const std::string& type) {
  const bool is_declarator = type.find("(*") != std::string::npos ||
                             type.find("(&") != std::string::npos ||
                             type.find('[') != std::string::npos;
  return is_declarator ? "std::remove_cv_t<" + type + ">" : type;
}

std::string lambda_text(const LambdaParts& parts) {
  std::string text = "[](";
  for (std::size_t i = 0; i < parts.types.size(); ++i) {
    text += (i == 0 ? "" : ", ") + parts.types[i] + " " + parts.names[i];
  }
  text += parts.types.empty() ? "] " : ") ";
  if (parts.types.empty()) text = parts.returns_reference ? "[]() " : "[] ";
  if (parts.returns_reference) text += "-> decltype(auto) ";
  text += "{ " + parts.before;
  if (parts.returned.empty()) return text + "return " + parts.call + "; }";
  return text + parts.call + "; return " + parts.returned + "; }";
}

}  // namespace mcheck::command::reflection
