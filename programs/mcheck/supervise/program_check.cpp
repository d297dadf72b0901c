// SPDX-License-Identifier: MIT
#include "programs/mcheck/supervise/program_check.hpp"

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/program_abi.hpp"

namespace mcheck::command {
namespace {

[[noreturn]] void throw_not_explorable(const std::string& path, const std::string& why,
                                       const std::vector<Remark>& remarks) {
  throw UsageError{diagnostic("cannot explore '" + path + "': " + why, remarks)};
}

bool is_elf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(SELFMAG, '\0');
  file.read(start.data(), SELFMAG);
  return file.gcount() == SELFMAG && start == ELFMAG;
}

// "mcheck c++ lru.cpp -o lru" if the file has the suffix of a source file, else "".
std::string compile_suggestion(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const std::size_t slash = path.rfind('/');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return "";
  static const std::vector<std::string> kCxx = {".cpp", ".cc", ".cxx", ".c++", ".C"};
  const std::string extension = path.substr(dot);
  const bool is_cxx = std::ranges::find(kCxx, extension) != kCxx.end();
  if (!is_cxx && extension != ".c") return "";
  return std::string("mcheck ") + (is_cxx ? "c++ " : "cc ") + path + " -o " + path.substr(0, dot);
}

void check_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    const std::string why = missing ? "there is no such file" : std::strerror(errno);
    throw_not_explorable(path, why,
                         {{"usually", "it was not built, or it lies in another directory"},
                          {"try", "ls " + path.substr(0, path.find_last_of('/') + 1)}});
  }
  if (S_ISDIR(status.st_mode))
    throw_not_explorable(path, "it is a directory", {{"try", "ls " + path}});
  if (!S_ISREG(status.st_mode)) throw_not_explorable(path, "it is no regular file", {});
  if (const std::string compile = compile_suggestion(path); !compile.empty() && !is_elf(path)) {
    throw_not_explorable(path, "it is a source file", {{"try", compile}});
  }
  if (access(path.c_str(), X_OK) != 0) {
    throw_not_explorable(path, "it is not executable",
                         {{"usually", "it is a copy that lost its mode, or no program"},
                          {"try", "chmod +x " + path}});
  }
  if (access(path.c_str(), R_OK) != 0) {
    throw_not_explorable(
        path, "it cannot be read",
        {{"because", "mcheck looks for its library's section in it"}, {"try", "chmod +r " + path}});
  }
}

}  // namespace

void check_program(const std::string& path) {
  check_file(path);
  if (!is_elf(path)) {
    throw_not_explorable(
        path, "it is no ELF program",
        {{"usually", "it is a script that starts the program"}, {"try", "the program itself"}});
  }
  const std::optional<unsigned> abi = elf_section_word(path, kAbiSection);
  if (!abi) {
    throw_not_explorable(
        path, "it is not linked with mcheck's model library",
        {{"because", "it has no section '" + std::string(kAbiSection) + "'; nothing was run"},
         {"usually", "another compiler built it; its source code can stay as it is"},
         {"try", "mcheck c++ -g FILE.cpp -o PROGRAM   (C: mcheck cc)"},
         {"or", "CXX=\"mcheck c++\" CC=\"mcheck cc\" for its build system"},
         {"or", "target_link_libraries(… mcheck_main), if it uses <mcheck/…>"}});
  }
  if (*abi != kAbi) {
    throw_not_explorable(path, "it was built with another version of mcheck",
                         {{"there", "version " + std::to_string(*abi) + " (ABI)"},
                          {"here", "version " + std::to_string(kAbi)},
                          {"try", "build it again"}});
  }
}

}  // namespace mcheck::command
