// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/compile_flags.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "engine/base/json.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command::reflection {
namespace {

namespace fs = std::filesystem;

// Flags whose value is a path, in the same word or the next one.
constexpr std::array<std::string_view, 7> kPathFlags = {
    "-isystem", "-iquote", "-idirafter", "-isysroot", "-include", "--sysroot", "-I"};
constexpr std::array<std::string_view, 2> kMacroFlags = {"-D", "-U"};
constexpr std::array<std::string_view, 8> kPrefixes = {
    "-std=", "-stdlib=", "-march=", "-msse", "-mavx", "-mcx16", "-fno-rtti", "-fno-exceptions"};
constexpr std::array<std::string_view, 4> kWhole = {"-pthread", "-fexceptions", "-frtti",
                                                    "-nostdinc++"};

std::string absolute_path(const std::string& path, const std::string& directory) {
  if (path.empty() || path.front() == '/' || path.front() == '=') return path;
  std::error_code error;
  return fs::absolute(fs::path(directory) / path, error).lexically_normal().string();
}

// "-include" of a name without a folder is searched for, not a path.
bool is_searched_name(std::string_view flag, const std::string& value, const std::string& folder) {
  std::error_code error;
  return flag == "-include" && !fs::exists(fs::path(folder) / value, error);
}

// The words of a command line, as a shell splits it.
std::vector<std::string> shell_words(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool is_open = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote != '\0' && c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
      is_open = true;
    } else if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
      is_open = true;
    } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      if (is_open) words.push_back(word);
      word.clear();
      is_open = false;
    } else {
      word += c;
      is_open = true;
    }
  }
  if (is_open) words.push_back(word);
  return words;
}

struct DatabaseEntry {
  std::string directory;
  std::string file;
  std::vector<std::string> words;
};

// How well an entry fits: 3 its source includes the header, 2 has its name, 1 is in its folder.
int fitness(const DatabaseEntry& entry, const fs::path& header) {
  const fs::path source = absolute_path(entry.file, entry.directory);
  std::ifstream file(source);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#include") && line.find(header.filename()) != std::string::npos) return 3;
  }
  if (source.stem() == header.stem()) return 2;
  return source.parent_path() == header.parent_path() ? 1 : 0;
}

std::vector<std::string> flags_of_entry(const DatabaseEntry& entry) {
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < entry.words.size(); ++i) {
    const std::string& word = entry.words[i];
    if (word == "-o" || word == "-MF" || word == "-MT" || word == "-MQ") {
      ++i;
    } else if (word != "-c" && word != entry.file && word != "--" && !word.starts_with("-M")) {
      flags.push_back(word);
    }
  }
  // Relative directories in them belong to the directory of the entry.
  std::vector<std::string> complete;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const auto path_flag = std::ranges::find_if(
        kPathFlags, [&](std::string_view each) { return flags[i].starts_with(each); });
    if (path_flag == kPathFlags.end()) {
      complete.push_back(flags[i]);
    } else if (flags[i] == *path_flag && i + 1 < flags.size()) {
      complete.push_back(flags[i]);
      complete.push_back(absolute_path(flags[++i], entry.directory));
    } else {
      const std::string value = flags[i].substr(path_flag->size());
      const bool has_equals = value.starts_with('=');
      complete.push_back(std::string(*path_flag) + (has_equals ? "=" : "") +
                         absolute_path(value.substr(has_equals ? 1 : 0), entry.directory));
    }
  }
  return complete;
}

std::vector<DatabaseEntry> database_entries(const Json& json) {
  std::vector<DatabaseEntry> entries;
  json.each([&](const Json& each) {
    DatabaseEntry entry{each["directory"].text(), each["file"].text(), each["arguments"].texts()};
    if (entry.words.empty()) entry.words = shell_words(each["command"].text());
    entries.push_back(std::move(entry));
  });
  return entries;
}

}  // namespace

std::vector<std::string> flags_for_reading(const std::vector<std::string>& flags,
                                           const std::string& directory) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    const auto begins_flag = [&](std::string_view each) { return flag.starts_with(each); };
    const auto path_flag = std::ranges::find_if(kPathFlags, begins_flag);
    const bool is_macro = std::ranges::any_of(kMacroFlags, begins_flag);
    if (path_flag != kPathFlags.end()) {
      std::string value = flag.substr(path_flag->size());
      if (value.starts_with('=')) value.erase(0, 1);
      if (value.empty() && i + 1 < flags.size()) value = flags[++i];
      const bool is_searched = is_searched_name(*path_flag, value, directory);
      if (!is_searched) value = absolute_path(value, directory);
      if (*path_flag == "--sysroot") {
        kept.push_back("--sysroot=" + value);
      } else {
        kept.emplace_back(*path_flag);
        kept.push_back(value);
      }
    } else if (is_macro) {
      kept.push_back(flag);
      if (flag.size() == 2 && i + 1 < flags.size()) kept.push_back(flags[++i]);
    } else if (std::ranges::any_of(kPrefixes, begins_flag) ||
               std::ranges::find(kWhole, flag) != kWhole.end()) {
      kept.push_back(flag);
    }
  }
  return kept;
}

std::variant<std::vector<std::string>, std::string> flags_of_database(const std::string& directory,
                                                                      const std::string& header) {
  const fs::path path = fs::path(directory) / "compile_commands.json";
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const std::string create = "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
  if (!file) return diagnostic("cannot read '" + path.string() + "'", {{"try", create}});
  const std::string content = text.str();
  auto parsed = Json::parse(std::string_view(content));
  const Json* json = std::get_if<Json>(&parsed);
  if (json == nullptr) {
    return diagnostic("'" + path.string() + "' is not JSON: " + std::get<std::string>(parsed),
                      {{"try", create}});
  }
  const std::vector<DatabaseEntry> entries = database_entries(*json);
  if (entries.empty()) {
    return diagnostic("'" + path.string() + "' has no entries", {{"try", create}});
  }
  std::error_code error;
  const fs::path wanted = fs::absolute(header, error).lexically_normal();
  const auto best = std::ranges::max_element(
      entries, {}, [&](const DatabaseEntry& entry) { return fitness(entry, wanted); });
  return flags_of_entry(*best);
}

std::vector<std::string> builtin_header_flags(const std::string& libclang_path) {
  std::error_code error;
  const fs::path folder = fs::canonical(libclang_path, error).parent_path();
  // Where libclang looks itself, beside the path by which it was loaded.
  const fs::path beside = fs::path(libclang_path).parent_path() / "clang";
  for (const auto& version : fs::directory_iterator(beside, error)) {
    if (fs::exists(version.path() / "include" / "stddef.h", error)) return {};
  }
  std::vector<fs::path> resources;
  for (const auto& version : fs::directory_iterator(folder / "clang", error)) {
    resources.push_back(version.path());
  }
  for (const fs::path& resource : resources) {
    if (fs::exists(resource / "include" / "stddef.h", error)) {
      return {"-resource-dir", resource.string()};
    }
  }
  // The package of libclang does not contain them. Those of GCC do for declarations.
  std::vector<fs::path> gcc;
  for (const auto& version : fs::directory_iterator("/usr/lib/gcc/x86_64-linux-gnu", error)) {
    if (fs::exists(version.path() / "include" / "stddef.h", error)) gcc.push_back(version.path());
  }
  if (gcc.empty()) return {};
  const auto by_version = [](const fs::path& path) {
    return std::stoi("0" + path.filename().string());
  };
  return {"-idirafter", (std::ranges::max(gcc, {}, by_version) / "include").string()};
}

}  // namespace mcheck::command::reflection
