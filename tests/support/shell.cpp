// SPDX-License-Identifier: MIT
#include "tests/support/shell.hpp"

#include <sys/wait.h>

#include <cstdio>

namespace mcheck {

std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

ShellResult run_shell(const std::string& command, int limit_seconds) {
  ShellResult ran{.code = -1, .out = {}, .what = command};
  const std::string limited =
      "timeout -k 5 " + std::to_string(limit_seconds) + " sh -c " + quoted(command) + " </dev/null";
  std::FILE* pipe = popen(limited.c_str(), "r");
  if (pipe == nullptr) return ran;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) {
    ran.out.append(buffer, n);
  }
  const int status = pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

}  // namespace mcheck
