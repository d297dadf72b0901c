// SPDX-License-Identifier: MIT
#include "tests/benchmark/child.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>

namespace benchmarks {
namespace {

// Reads this descriptor, too: mcheck redirects the standard output of explored programs.
constexpr int kExtraDescriptor = 9;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

double Cost::number(const std::string& name) const {
  const std::string key = "\n  \"" + name + "\": ";
  const std::size_t at = output.rfind(key);
  return at == std::string::npos ? 0 : std::atof(output.c_str() + at + key.size());
}

Cost run(const std::vector<std::string>& words, const Environment& environment) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], kExtraDescriptor);
    execv(all[0], all.data());
    _exit(70);
  }
  close(ends[1]);
  Cost cost;
  char text[4096];
  for (ssize_t got = 0; (got = read(ends[0], text, sizeof text)) > 0;) {
    cost.output.append(text, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 70;
  if (code != 0 && code != 1 && code != 3) {
    throw std::runtime_error(words[0] + " failed");
  }
  cost.processor = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  cost.elapsed = elapsed.count();
  cost.peak = 1024.0 * static_cast<double>(usage.ru_maxrss);
  return cost;
}

}  // namespace benchmarks
