// SPDX-License-Identifier: MIT
#include "engine/host/schedule/function_names.hpp"

namespace mcheck {
namespace {

// Without parameters, and without "const" behind them: "ns::Queue<int>::put".
std::string without_parameters(const std::string& function) {
  int depth = 0;
  for (std::size_t i = function.size(); i > 0; --i) {
    const char c = function[i - 1];
    if (c == ')') ++depth;
    if (c == '(' && --depth == 0) {
      const bool is_operator = function.substr(0, i - 1).ends_with("operator");
      return is_operator ? function : function.substr(0, i - 1);
    }
  }
  return function;
}

std::string without_template_arguments(const std::string& function) {
  std::string text;
  int depth = 0;
  for (const char c : function) {
    if (c == '<') ++depth;
    if (depth == 0) text += c;
    if (c == '>' && depth > 0) --depth;
  }
  return text;
}

std::string without(std::string text, const std::string& begin, const std::string& end) {
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const std::size_t last = text.find(end, at);
    if (last == std::string::npos) break;
    text.erase(at, last + end.size() - at);
  }
  return text;
}

// As the source spells it: without the namespaces and tags of an ABI, and with ">>".
std::string as_in_source(const std::string& name) {
  std::string text = without(without(name, "[abi:", "]"), "__cxx11::", "::");
  for (std::size_t at = text.find("> >"); at != std::string::npos; at = text.find("> >", at))
    text.erase(at + 1, 1);
  return text;
}

bool ends_with_name(const std::string& whole, const std::string& name) {
  if (!whole.ends_with(name)) return false;
  const std::size_t before = whole.size() - name.size();
  return before == 0 || whole[before - 1] == ':' || whole[before - 1] == ' ';
}

}  // namespace

bool matches_name(const std::string& function, const std::string& name) {
  const std::string whole = as_in_source(function);
  const std::string wanted = as_in_source(name);
  if (ends_with_name(whole, wanted)) return true;
  const std::string plain = without_parameters(whole);
  return ends_with_name(plain, wanted) || ends_with_name(without_template_arguments(plain), wanted);
}

std::string last_part(const std::string& function) {
  const std::string plain = without_template_arguments(without_parameters(function));
  const std::size_t colon = plain.rfind(':');
  return colon == std::string::npos ? plain : plain.substr(colon + 1);
}

}  // namespace mcheck
