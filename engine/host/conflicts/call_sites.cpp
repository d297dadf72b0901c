// SPDX-License-Identifier: MIT
#include "engine/host/conflicts/call_sites.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace mcheck {
namespace {

constexpr std::string_view kEngineObject = "mcheck_unmodified.o";

bool is_system_file(const std::string& file) {
  return file.starts_with("/usr/") || file.find("/include/c++/") != std::string::npos ||
         file.find("/lib/gcc/") != std::string::npos ||
         file.find("/lib/clang/") != std::string::npos ||
         file.find("/include/mcheck/") != std::string::npos ||
         file.ends_with("mcheck_unmodified.hpp") || file == kEngineObject;
}

// Where the bracketed part begins that ends the text; npos: there is none.
std::size_t matching_open_bracket(const std::string& text, char open, char close) {
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == close) ++depth;
    if (text[i] == open && --depth == 0) return i;
  }
  return std::string::npos;
}

void replace_each(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// Drops default template arguments, ", std::allocator<…>" and the like, which users do not write.
void drop_default_arguments(std::string& name) {
  for (const char* known : {", std::allocator<", ", std::char_traits<", ", std::less<",
                            ", std::hash<", ", std::equal_to<", ", std::default_delete<",
                            ", std::deque<", ", (__gnu_cxx::_Lock_policy)2", ", std::vector<"}) {
    for (std::size_t at = name.find(known); at != std::string::npos; at = name.find(known, at)) {
      const bool container = std::string_view(known).ends_with("deque<") ||
                             std::string_view(known).ends_with("vector<");
      const bool adaptor = name.starts_with("std::queue<") || name.starts_with("std::stack<") ||
                           name.starts_with("std::priority_queue<");
      if (container && !adaptor) {
        ++at;
        continue;
      }
      std::size_t end = at + std::string_view(known).size();
      for (int depth = name[end - 1] == '<' ? 1 : 0; depth > 0 && end < name.size(); ++end) {
        if (name[end] == '<') ++depth;
        if (name[end] == '>') --depth;
      }
      name.erase(at, end - at);
    }
  }
}

// In operator names these characters are not brackets.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOperators = {
    {{"operator<<", "operator\1"}, {"operator>>", "operator\2"}, {"operator->", "operator\3"}}};

void hide_operators(std::string& name) {
  for (const auto& [shown, hidden] : kOperators) {
    replace_each(name, shown, hidden);
    replace_each(name, std::string(hidden) + " <", std::string(hidden) + "<");
  }
}

void show_operators(std::string& name) {
  for (const auto& [shown, hidden] : kOperators) replace_each(name, hidden, shown);
}

// "std::basic_ostream<char>::flush" → "std::ostream::flush"
void shorten_stream_names(std::string& name) {
  constexpr std::string_view kBasic = "std::basic_";
  for (std::size_t at = name.find(kBasic); at != std::string::npos;
       at = name.find(kBasic, at + 1)) {
    const std::size_t open = name.find('<', at);
    if (open == std::string::npos) return;
    const std::string_view kind = std::string_view(name).substr(at, open - at);
    if (!kind.ends_with("stream") && !kind.ends_with("buf") && !kind.ends_with("_ios")) continue;
    if (!name.substr(open).starts_with("<char>")) continue;
    name.erase(open, std::string_view("<char>").size());
    name.erase(at + 5, kBasic.size() - 5);
  }
}

// Drops the parameters, what follows them, and the return type of a template instance.
void drop_signature(std::string& name) {
  const std::size_t close_bracket = name.rfind(')');
  if (close_bracket != std::string::npos) {
    const std::string up_to_parameters = name.substr(0, close_bracket + 1);
    const std::size_t open = matching_open_bracket(up_to_parameters, '(', ')');
    const bool call_operator =
        open != std::string::npos && up_to_parameters.ends_with("operator()");
    if (open != std::string::npos && open > 0 && !call_operator)
      name = up_to_parameters.substr(0, open);
  }
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == '>' || name[i] == ')') ++depth;
    if (name[i] == '<' || name[i] == '(') --depth;
    const bool of_operator = name.substr(0, i).ends_with("operator");
    if (name[i] == ' ' && depth == 0 && !of_operator) {
      name.erase(0, i + 1);
      return;
    }
  }
}

std::string scope_of(const std::string& name) {
  int depth = 0;
  const std::size_t at = name.find("::operator");
  for (std::size_t i = at == std::string::npos ? name.size() : at + 2; i-- > 1;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<') --depth;
    if (depth == 0 && name[i] == ':' && name[i - 1] == ':') return name.substr(0, i - 1);
  }
  return "";
}

// "std::fill<int*, int>" → "std::fill". A class keeps its arguments.
void drop_function_arguments(std::string& name) {
  const bool hidden = name.find_first_of("\1\2\3") != std::string::npos;
  if (!name.ends_with('>') || (!hidden && name.find("operator") != std::string::npos)) return;
  const std::size_t open = matching_open_bracket(name, '<', '>');
  if (open != std::string::npos && open > 0) name.erase(open);
}

std::string method_of(const std::string& name) {
  const std::string scope = scope_of(name);
  return scope.empty() ? name : name.substr(scope.size() + 2);
}

// The name without template arguments and enclosing namespaces.
std::string unqualified(const std::string& name) {
  const std::string plain = name.substr(0, name.find('<'));
  const std::size_t colon = plain.rfind("::");
  return colon == std::string::npos ? plain : plain.substr(colon + 2);
}

// An operation of an element type that the library calls, such as a copy: users do not look for the
// call there.
bool is_element_operation(const SourceLocation& place) {
  const std::string name = plain_name(place.function);
  const std::string method = method_of(name);
  if (name == "a lambda") return false;
  if (method.starts_with("~") || method.starts_with("operator")) return true;
  return !scope_of(name).empty() && unqualified(scope_of(name)) == unqualified(method);
}

bool is_synchronizing_call(const std::string& call) {
  for (const char* type : {"std::atomic",
                           "std::_Sp_atomic",
                           "std::__atomic",
                           "std::mutex",
                           "std::recursive_mutex",
                           "std::timed_mutex",
                           "std::shared_mutex",
                           "std::condition_variable",
                           "std::promise",
                           "std::future",
                           "std::__future_base",
                           "std::shared_future",
                           "std::stop_",
                           "std::_Stop",
                           "std::counting_semaphore",
                           "std::latch",
                           "std::barrier",
                           "std::call_once",
                           "std::once_flag",
                           "std::__basic_future"}) {
    if (call.starts_with(type)) return true;
  }
  return false;
}

const UserClass* class_of(const SourceLocation& place, const std::vector<UserClass>& classes) {
  if (classes.empty()) return nullptr;
  std::string scope = scope_of(plain_name(place.function));
  for (const UserClass& each : classes) {
    if (scope == each.name || scope.starts_with(each.name + "<")) return &each;
  }
  return nullptr;
}

bool is_library(const SourceLocation& place, const std::vector<UserClass>& classes) {
  return place.file.empty() || is_system_file(place.file) || class_of(place, classes) != nullptr;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// A const method that is in no list reads.
std::string effect_declared_for(const SourceLocation& place,
                                const std::vector<UserClass>& classes) {
  const UserClass* const user = class_of(place, classes);
  if (user == nullptr) return "";
  if (user->safe) return "safe";
  const std::string method = unqualified(method_of(plain_name(place.function)));
  if (contains(user->writes, method)) return "writes";
  const bool only_reads = contains(user->reads, method) || place.function.ends_with(") const");
  return only_reads ? "reads" : "";
}

// The index of the innermost place in the user's code; the size if there is none.
std::size_t user_place_index(const std::vector<SourceLocation>& places,
                             const std::vector<UserClass>& classes) {
  std::size_t fallback = places.size();
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (is_library(places[i], classes)) continue;
    if (fallback == places.size()) fallback = i;
    const bool is_called_by_library =
        i + 1 < places.size() && is_library(places[i + 1], classes) && !places[i + 1].file.empty();
    if (is_called_by_library && is_element_operation(places[i])) continue;
    return i;
  }
  return fallback;
}

std::uint32_t hash_of(std::uint32_t hash, std::string_view text) {
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
  }
  return (hash ^ 0xff) * 0x01000193u;
}

std::uint32_t hash_of(const std::vector<SourceLocation>& places) {
  std::uint32_t hash = 0x811c9dc5u;
  for (const SourceLocation& place : places) {
    if (place.file.empty() || place.file == kEngineObject) continue;
    hash = hash_of(hash, plain_name(place.function));
    if (is_system_file(place.file)) continue;
    hash = hash_of(hash, place.file.substr(place.file.rfind('/') + 1));
    hash = hash_of(hash, std::to_string(place.line));
  }
  return hash ^ hash >> 15;
}

}  // namespace

std::vector<UserClass> with_annotated_methods(std::vector<UserClass> classes,
                                              std::span<const Conflicts::Annotated> annotated) {
  Symbolizer symbolizer;
  for (const Conflicts::Annotated& each : annotated) symbolizer.add({each.place});
  symbolizer.resolve();
  for (const Conflicts::Annotated& each : annotated) {
    const std::vector<SourceLocation> places = symbolizer.all_locations({each.place});
    if (places.empty()) continue;
    const std::string name = plain_name(places.front().function);
    std::string scope = scope_of(name);
    drop_function_arguments(scope);
    if (scope.empty()) continue;
    auto known = std::ranges::find(classes, scope, &UserClass::name);
    if (known == classes.end()) known = classes.insert(known, {.name = scope});
    (each.writes ? known->writes : known->reads).push_back(unqualified(method_of(name)));
  }
  return classes;
}

std::uint32_t conflict_hash(const std::vector<SourceLocation>& one,
                            const std::vector<SourceLocation>& other) {
  const std::uint32_t sum = hash_of(one) + hash_of(other);
  return sum == 0 ? 1 : sum;
}

std::string plain_name(std::string function) {
  hide_operators(function);
  drop_signature(function);
  replace_each(function, "std::__cxx11::", "std::");
  replace_each(function, "std::basic_string<char, std::char_traits<char>, std::allocator<char> >",
               "std::string");
  replace_each(function, "std::basic_string<char>", "std::string");
  drop_default_arguments(function);
  replace_each(function, "std::__shared_ptr<", "std::shared_ptr<");
  replace_each(function, " >", ">");
  replace_each(function, "[abi:cxx11]", "");
  if (function == "std::string::basic_string") function = "std::string::string";
  shorten_stream_names(function);
  replace_each(function, "std::ostream::_M_insert", "std::ostream::operator\1");
  replace_each(function, "std::istream::_M_extract", "std::istream::operator\2");
  replace_each(function, "std::__ostream_insert", "std::operator\1");
  drop_function_arguments(function);
  show_operators(function);
  const std::string scope = scope_of(function);
  const bool unnamed = scope.empty() || scope.ends_with('}') || scope.ends_with("()>");
  if (unnamed && method_of(function).starts_with("operator()")) return "a lambda";
  return function;
}

std::optional<FoundSite> call_site_of(const std::vector<SourceLocation>& places,
                                      const std::vector<UserClass>& classes) {
  const std::size_t at = user_place_index(places, classes);
  if (at == places.size()) return std::nullopt;
  FoundSite found;
  found.site = {.file = places[at].file,
                .line = places[at].line,
                .function = plain_name(places[at].function)};
  if (at > 0) {
    found.site.call = plain_name(places[at - 1].function);
    found.safe = is_synchronizing_call(found.site.call);
    found.declared_effect = effect_declared_for(places[at - 1], classes);
  }
  if (found.site.call == "??") found.site.call.clear();
  return found;
}

}  // namespace mcheck
