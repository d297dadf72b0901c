// SPDX-License-Identifier: MIT
#include "programs/mcheck/program_check.hpp"

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/version.hpp"

namespace mcheck::command {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why,
                         const std::vector<Remark>& remarks) {
  throw UsageError{complaint("cannot explore '" + path + "': " + why, remarks)};
}

void check_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    const std::string why = missing ? "there is no such file" : std::strerror(errno);
    refuse(path, why,
           {{"usually", "it was not built, or it lies in another directory"},
            {"try", "ls " + path.substr(0, path.find_last_of('/') + 1)}});
  }
  if (S_ISDIR(status.st_mode)) refuse(path, "it is a directory", {{"try", "ls " + path}});
  if (!S_ISREG(status.st_mode)) refuse(path, "it is no regular file", {});
  if (access(path.c_str(), X_OK) != 0) {
    refuse(path, "it is not executable",
           {{"usually", "it is a source file, or a copy that lost its mode"},
            {"try", "chmod +x " + path}});
  }
  if (access(path.c_str(), R_OK) != 0) {
    refuse(path, "it cannot be read",
           {{"because", "mcheck looks for its library's mark in it"}, {"try", "chmod +r " + path}});
  }
}

bool is_elf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(SELFMAG, '\0');
  file.read(start.data(), SELFMAG);
  return file.gcount() == SELFMAG && start == ELFMAG;
}

}  // namespace

void check_program(const std::string& path) {
  check_file(path);
  if (!is_elf(path)) {
    refuse(path, "it is no ELF program",
           {{"usually", "it is a script that starts the program"}, {"try", "the program itself"}});
  }
  const std::optional<unsigned> abi = elf_section_word(path, kAbiSection);
  if (!abi) {
    refuse(path, "it is not linked with mcheck's model library",
           {{"because", "it has no section '" + std::string(kAbiSection) + "'; nothing was run"},
            {"usually", "it uses std::thread, not mcheck::thread, or was stripped of sections"},
            {"try", "CXX=\"mcheck c++\" and build it anew, as it is"},
            {"or", "target_link_libraries(… mcheck_main) in its CMakeLists.txt"}});
  }
  if (*abi != kAbi) {
    refuse(path, "it was built with another version of mcheck",
           {{"there", "version " + std::to_string(*abi) + " of what program and command agree on"},
            {"here", "version " + std::to_string(kAbi)},
            {"try", "build it again"}});
  }
}

}  // namespace mcheck::command
