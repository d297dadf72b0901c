// SPDX-License-Identifier: MIT
#include "programs/mcheck/compile/compiler.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/compile/compile.hpp"

namespace mcheck::command {
namespace {

namespace fs = std::filesystem;

constexpr int kMinGcc = 12;
constexpr int kMinClang = 14;
constexpr const char* kObjectName = "mcheck_unmodified.o";

std::string variable_of(const Environment& environment, const char* name) {
  const char* text = environment(name);
  return text == nullptr ? "" : text;
}

// The path that the shell would find; "" if none.
std::string find_in_path(const std::string& name, const Environment& environment) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  std::istringstream folders(variable_of(environment, "PATH"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string path = (folder.empty() ? "." : folder) + "/" + name;
    std::error_code error;
    if (access(path.c_str(), X_OK) == 0 && !fs::is_directory(path, error)) return path;
  }
  return "";
}

bool is_this_command(const std::string& path) {
  std::error_code error;
  return fs::equivalent(path, "/proc/self/exe", error);
}

// The value of "#define NAME 12" in the text; 0 if there is none.
int macro_value(const std::string& macros, const std::string& name) {
  const std::string start = "#define " + name + " ";
  std::istringstream lines(macros);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(start)) return std::atoi(line.c_str() + start.size());
  }
  return 0;
}

}  // namespace

std::vector<std::string> find_compiler(bool cxx, const Environment& environment) {
  const std::string variable = cxx ? "MCHECK_CXX" : "MCHECK_CC";
  const std::string first = cxx ? "g++" : "gcc";
  const std::string second = cxx ? "clang++" : "clang";
  std::istringstream given(variable_of(environment, variable.c_str()));
  std::vector<std::string> words;
  for (std::string word; given >> word;) words.push_back(word);
  if (words.empty()) {
    for (const std::string& name : {first, second}) {
      if (!find_in_path(name, environment).empty()) return {name};
    }
    throw UsageError{diagnostic("there is no compiler", {{"known", first + " and " + second},
                                                         {"try", variable + "=" + first + "-12"}})};
  }
  const std::string path = find_in_path(words.front(), environment);
  if (path.empty()) {
    throw UsageError{
        diagnostic("there is no compiler '" + words.front() + "'",
                   {{"because", variable + " names it"}, {"try", variable + "=" + first}})};
  }
  if (is_this_command(path)) {
    throw UsageError{diagnostic(
        "'" + variable + "' names mcheck itself",
        {{"wanted", "the compiler that mcheck shall call"}, {"try", variable + "=" + first}})};
  }
  return words;
}

CompilerFamily family_of(const std::vector<std::string>& compiler) {
  std::vector<std::string> question = compiler;
  for (const char* word : {"-dM", "-E", "-x", "c", "/dev/null"}) question.emplace_back(word);
  return family_by_macros(compiler.front(), captured_output(question));
}

CompilerFamily family_by_macros(const std::string& compiler, const std::string& macros) {
  const int clang = macro_value(macros, "__clang_major__");
  const int gcc = clang != 0 ? 0 : macro_value(macros, "__GNUC__");
  const bool right_machine = macro_value(macros, "__x86_64__") != 0;
  if (right_machine && clang >= kMinClang) return CompilerFamily::kClang;
  if (right_machine && gcc >= kMinGcc) return CompilerFamily::kGcc;
  std::string there = "neither GCC nor clang";
  if (clang != 0) there = "clang " + std::to_string(clang);
  if (gcc != 0) there = "GCC " + std::to_string(gcc);
  if ((clang != 0 || gcc != 0) && !right_machine) there += ", for another machine";
  throw UsageError{diagnostic("'" + compiler + "' is not a compiler that mcheck supports",
                              {{"there", there},
                               {"wanted", "GCC 12 or later, or clang 14 or later, for x86-64"},
                               {"try", "MCHECK_CXX=g++-12 and MCHECK_CC=gcc-12"}})};
}

std::string object_path(const Environment& environment) {
  if (std::string given = variable_of(environment, "MCHECK_OBJECT"); !given.empty()) return given;
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error);
  const fs::path libraries = own.parent_path().parent_path() / "lib";
  for (const fs::path& place : {libraries / kObjectName, libraries / "mcheck" / kObjectName}) {
    if (fs::exists(place, error)) return place;
  }
  return libraries / "mcheck" / kObjectName;
}

std::string header_beside(const std::string& object) {
  std::error_code error;
  const fs::path header = fs::path(object).parent_path() / "mcheck_unmodified.hpp";
  return fs::exists(header, error) ? header.string() : "";
}

std::string includes_of(const std::string& object) {
  std::error_code error;
  const fs::path beside = fs::absolute(object, error).parent_path();
  for (const fs::path& place :
       {beside / "include", beside.parent_path().parent_path() / "include"}) {
    if (fs::exists(place / "mcheck" / "relacy.hpp", error)) return place.string();
  }
  return "";
}

std::string assembler_beside(const std::string& object) {
  std::error_code error;
  const fs::path directory = fs::path(object).parent_path() / "assembler";
  return fs::exists(directory / "as", error) ? fs::absolute(directory, error).string() : "";
}

void require_object(const std::string& path) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) return;
  throw UsageError{diagnostic("cannot link '" + path + "': there is no such file",
                              {{"because", "every explored program is linked with it"},
                               {"usually", "it was not built, or only the command was copied"},
                               {"try", "ninja mcheck_unmodified, or MCHECK_OBJECT=its path"}})};
}

}  // namespace mcheck::command
