// SPDX-License-Identifier: MIT
// The `as` that compilers find by the -B of `mcheck c++`. Rewrites inline assembly (rewrite.hpp),
// clears dead values (dead_values.hpp) and then runs the system's assembler.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "programs/mcheck/assembler/dead_values.hpp"
#include "programs/mcheck/assembler/rewrite.hpp"
#include "programs/mcheck/assembler/svcomp_dialect.hpp"

namespace {

using Words = std::vector<std::string>;
namespace fs = std::filesystem;

constexpr int kCannotStart = 127;

// The first `as` in PATH other than this one: a compiler may have added our directory to PATH.
std::string real_assembler() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const char* path = std::getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string directory; std::getline(directories, directory, ':');) {
    fs::path found = fs::path(directory) / "as";
    if (access(found.c_str(), X_OK) == 0 && !fs::equivalent(found, self, error)) return found;
  }
  return "/usr/bin/as";
}

[[noreturn]] void exec_assembler(const std::string& program, Words words) {
  std::vector<char*> pointers = {const_cast<char*>("as")};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  std::perror(program.c_str());
  _exit(kCannotStart);
}

std::optional<std::string> content_of(int file) {
  std::string text;
  std::string part(std::size_t{64} << 10, '\0');
  while (true) {
    const ssize_t size = read(file, part.data(), part.size());
    if (size == 0) return text;
    if (size < 0 && errno != EINTR) return {};
    if (size > 0) text.append(part, 0, static_cast<std::size_t>(size));
  }
}

// An anonymous file in memory. The descriptor stays open in the assembler.
std::string memory_file_of(std::string_view text) {
  const int file = memfd_create("mcheck_assembly", 0);
  while (file != -1 && !text.empty()) {
    const ssize_t size = write(file, text.data(), text.size());
    if (size < 0 && errno != EINTR) break;
    if (size > 0) text.remove_prefix(static_cast<std::size_t>(size));
  }
  return "/proc/self/fd/" + std::to_string(file);
}

// Clang's integrated assembler knows this section type; GNU as warns about it.
bool replace_section_type(std::string& text) {
  constexpr std::string_view kUnknown = ",@llvm_linker_options";
  const std::size_t at = text.find(kUnknown);
  if (at == std::string::npos) return false;
  text.replace(at, kUnknown.size(), ",@progbits");
  return true;
}

// Set by `mcheck cc --dialect svcomp`.
bool is_svcomp_dialect() {
  const char* const dialect = std::getenv("MCHECK_DIALECT");
  return dialect != nullptr && std::string_view(dialect) == "svcomp";
}

Words with_input(Words words, bool has_input, const std::string& input) {
  if (has_input) words.pop_back();
  words.push_back(input);
  return words;
}

// Prints the assembler's messages only on success: after a failure main() tries another mode.
bool assembles(const std::string& program, const Words& words) {
  const int messages = memfd_create("mcheck_messages", MFD_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) {
    dup2(messages, STDERR_FILENO);
    exec_assembler(program, words);
  }
  int status = 0;
  while (child != -1 && waitpid(child, &status, 0) == -1 && errno == EINTR) {
  }
  const bool done = child != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  lseek(messages, 0, SEEK_SET);
  if (const auto text = content_of(messages); done && text) {
    std::fwrite(text->data(), 1, text->size(), stderr);
  }
  close(messages);
  return done;
}

}  // namespace

int main(int count, char** arguments) {
  const Words words(arguments + 1, arguments + count);
  const std::string program = real_assembler();
  const bool from_pipe = !words.empty() && words.back() == "-";
  const bool has_input = from_pipe || (!words.empty() && words.back().ends_with(".s"));
  if (!has_input && isatty(STDIN_FILENO) != 0) exec_assembler(program, words);
  for (const std::string& word : words) {
    if (word == "--version" || word == "--help") exec_assembler(program, words);
  }
  const bool from_file = has_input && !from_pipe;
  const int file = from_file ? open(words.back().c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
  std::optional<std::string> text = content_of(file);
  if (!text) exec_assembler(program, words);
  const bool replaced = replace_section_type(*text);
  const bool in_dialect = is_svcomp_dialect();
  if (in_dialect) text = mcheck::command::rewrite_dialect(*text);
  const auto cleared = mcheck::command::clear_dead_values(*text);
  const std::string& prepared = cleared ? *cleared : *text;
  for (const auto mode :
       {mcheck::command::RewriteMode::kInstrument, mcheck::command::RewriteMode::kReportOnly}) {
    const auto rewritten = mcheck::command::rewrite_assembly(prepared, mode);
    if (!rewritten) break;
    if (assembles(program, with_input(words, has_input, memory_file_of(*rewritten)))) return 0;
  }
  if (cleared && assembles(program, with_input(words, has_input, memory_file_of(*cleared))))
    return 0;
  const bool unchanged = from_file && !replaced && !in_dialect;
  exec_assembler(program, unchanged ? words : with_input(words, has_input, memory_file_of(*text)));
}
