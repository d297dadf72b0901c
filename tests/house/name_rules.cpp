// SPDX-License-Identifier: MIT
// Sources of one layer are compiled together (MCHECK_UNITY): if two of them define the same name in
// an unnamed namespace, it is an error, or, in nested namespaces, silently refers to the other one.
// So are tests; each has a namespace of its name, so that it needs to know nothing of others.
#include <algorithm>
#include <map>
#include <optional>
#include <regex>

#include "tests/house/rules.hpp"

namespace mcheck::house {
namespace {

// The name that a line at the left margin declares. Formatted code only.
std::optional<std::string> declared_name(const std::string& line) {
  static const std::regex type(
      R"(^(?:template <.*> ?)?(?:struct|class|enum class|enum|union|using) (\w+))");
  static const std::regex value(R"(^[A-Za-z_\[][^(]*?(\w+)(?:\[[^\]]*\])*( =|;|\{|\())");
  std::smatch found;
  if (std::regex_search(line, found, type)) return found[1];
  if (line.starts_with("static_assert") || line.starts_with("namespace ")) return std::nullopt;
  if (std::regex_search(line, found, value)) return found[1];
  return std::nullopt;
}

// The folder of the layer: all sources below it are compiled together, whatever their subfolders.
std::string layer_folder_of(const std::string& path) {
  const bool is_single = path.starts_with("dpor/") || path.starts_with("visualize/");
  const std::size_t first = path.find('/');
  return path.substr(0, is_single ? first : path.find('/', first + 1));
}

bool is_test(const Source& source) {
  return source.path.starts_with("tests/") && source.path.ends_with("_test.cpp");
}

bool has_own_namespace(const Source& source) {
  const std::size_t begin = source.path.rfind('/') + 1;
  const std::string name = source.path.substr(begin, source.path.rfind('.') - begin);
  return std::ranges::any_of(source.lines, [end = "::" + name + " {"](const std::string& line) {
    return line.starts_with("namespace ") && line.ends_with(end);
  });
}

// The intercept layer is compiled file by file (engine/CMakeLists.txt), and main.cpp belongs to no
// layer.
bool is_compiled_with_others(const Source& source) {
  const std::string& path = source.path;
  if (source.is_header() || path.ends_with("/main.cpp")) return false;
  if (path.starts_with("engine/intercept/")) return false;
  return path.starts_with("engine/") || path.starts_with("dpor/") ||
         path.starts_with("visualize/") || path.starts_with("programs/mcheck/");
}

}  // namespace

Breaches name_breaches(const std::vector<Source>& sources) {
  Breaches breaches;
  std::map<std::pair<std::string, std::string>, std::string> owners;  // by layer and name
  for (const Source& source : sources) {
    if (is_test(source) && !has_own_namespace(source))
      breaches.push_back(source.path + ": there is no namespace with the name of the file");
    if (!is_compiled_with_others(source)) continue;
    const std::string layer = layer_folder_of(source.path);
    bool is_own = false;
    for (const std::string& line : source.lines) {
      if (line == "namespace {" || line == "}  // namespace") is_own = line == "namespace {";
      const std::optional<std::string> name = is_own ? declared_name(line) : std::nullopt;
      if (!name) continue;
      const std::string& owner = owners.try_emplace({layer, *name}, source.path).first->second;
      if (owner != source.path) {
        breaches.push_back(source.path + ": " + owner + " has a `" + *name +
                           "` in an unnamed namespace, too");
      }
    }
  }
  return breaches;
}

}  // namespace mcheck::house
