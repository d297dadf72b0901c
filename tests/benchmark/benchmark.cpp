// SPDX-License-Identifier: MIT
// What hooks, points and executions of unmodified programs cost, all in one run: machines differ,
// and one machine at different times; ratios do less. docs/performance.md has figures.
//
//   benchmark SUBJECT FAMILIES [--smoke]
//   benchmark --trip      (only a coroutine's round trip, in ns)
//
// What nothing that switches can go below is the round trip of a coroutine: into it and back.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/runtime/coroutine.hpp"

namespace {

// Processor time of this process and its children, in ns: others that run here do not count.
double taken() {
  double sum = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
      sum += 1e9 * static_cast<double>(time.tv_sec) + 1e3 * static_cast<double>(time.tv_usec);
    }
  }
  return sum;
}

struct Settings {
  const char* strategy = "dfs";
  const char* isolate = "none";
  const char* backtrack = "auto";
  long executions = 1;
};

class Subject {
 public:
  explicit Subject(std::string path) : path_(std::move(path)) {}

  // What the last execution told, 0 if nothing.
  [[nodiscard]] double run(const char* what, long times, const Settings& settings) const {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) become(what, times, settings, ends[1]);
    close(ends[1]);
    std::string told;
    char text[64];
    for (ssize_t got = 0; (got = read(ends[0], text, sizeof text)) > 0;) {
      told.append(text, static_cast<std::size_t>(got));
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    const bool well = WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3);
    if (!well) throw std::runtime_error("the subject failed at " + std::string(what));
    if (told.empty()) return 0;
    return std::stod(told.substr(told.rfind('\n', told.size() - 2) + 1));
  }

  // ns of an execution: what so many take, but for the start.
  [[nodiscard]] double execution(Settings settings, long executions) const {
    double took[2] = {};
    for (const bool many : {false, true}) {
      settings.executions = many ? executions : 1;
      const double begin = taken();
      (void)run("executes", 1, settings);
      took[many ? 1 : 0] = taken() - begin;
    }
    return (took[1] - took[0]) / static_cast<double>(executions - 1);
  }

 private:
  [[noreturn]] void become(const char* what, long times, const Settings& settings, int out) const {
    setenv("MCHECK_STRATEGY", settings.strategy, 1);
    setenv("MCHECK_ISOLATE", settings.isolate, 1);
    setenv("MCHECK_EXECUTIONS", std::to_string(settings.executions).c_str(), 1);
    setenv("MCHECK_STEPS", "100000000", 1);
    setenv("MCHECK_PATIENCE", "60s", 1);
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(70);
    const std::string count = std::to_string(times);
    const std::string descriptor = std::to_string(out);
    execl(path_.c_str(), path_.c_str(), what, count.c_str(), descriptor.c_str(), nullptr);
    _exit(70);
  }

  std::string path_;
};

void come_back(void* coroutine) {
  for (;;) (*static_cast<mcheck::Coroutine**>(coroutine))->suspend();
}

double round_trip(long times) {
  std::vector<std::byte> stack(std::size_t{64} << 10);
  static mcheck::Coroutine* coroutine = nullptr;
  coroutine = mcheck::Coroutine::create(stack.data(), stack.data() + stack.size(), come_back,
                                        static_cast<void*>(&coroutine));
  const double begin = taken();
  for (long i = 0; i < times; ++i) coroutine->resume();
  return (taken() - begin) / static_cast<double>(times);
}

struct Family {
  const char* name;
  std::vector<const char*> words;
};

// ns of an execution of the family: what the whole search takes, but for that of one execution.
double family(const std::string& path, const Family& which, const Settings& settings) {
  double took[2] = {};
  for (const bool many : {false, true}) {
    const double begin = taken();
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      setenv("MCHECK_STRATEGY", settings.strategy, 1);
      setenv("MCHECK_BACKTRACK", settings.backtrack, 1);
      setenv("MCHECK_EXECUTIONS", std::to_string(many ? settings.executions : 1).c_str(), 1);
      if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(70);
      std::vector<const char*> words = {path.c_str(), "--test", which.name, "--"};
      words.insert(words.end(), which.words.begin(), which.words.end());
      words.push_back(nullptr);
      execv(path.c_str(), const_cast<char**>(words.data()));
      _exit(70);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 3)) {
      throw std::runtime_error("the family failed: " + std::string(which.name));
    }
    took[many ? 1 : 0] = taken() - begin;
  }
  return (took[1] - took[0]) / static_cast<double>(settings.executions - 1);
}

double fork_alone(long times) {
  const double begin = taken();
  for (long i = 0; i < times; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
  }
  return (taken() - begin) / static_cast<double>(times);
}

void row(const char* what, double ns, double unit) {
  std::printf("%-46s %12.1f ns %10.1f\n", what, ns, ns / unit);
}

// The searches end before their limits where they have that many classes.
void measure_families(const std::string& path, bool smoke) {
  std::printf("\n%-46s %15s %10s\n", "one execution of …", "takes", "in trips");
  const double trip = round_trip(smoke ? 1000 : 1'000'000);
  row("a coroutine's round trip", trip, trip);
  const long few = smoke ? 10 : 250;
  const long some = smoke ? 10 : 1600;
  const long many = smoke ? 10 : 20'000;
  const Family three{"rmw", {"3", "3"}};
  const auto one = [&](const char* what, const Family& which, const Settings& settings) {
    row(what, family(path, which, settings), trip);
  };
  one("3 threads × 3 fetch_add: optimal", three, {.strategy = "optimal", .executions = some});
  one("the same: dfs", three, {.executions = some});
  one("the same: random", three, {.strategy = "random", .executions = many});
  one("the same: pct", three, {.strategy = "pct", .executions = many});
  one("3 threads × 4 fetch_add: optimal", {"rmw", {"3", "4"}},
      {.strategy = "optimal", .executions = many});
  one("4 threads × 3 fetch_add: optimal", {"rmw", {"4", "3"}},
      {.strategy = "optimal", .executions = many});
  one("2 threads × 5 sections: optimal", {"locks", {"2", "5"}},
      {.strategy = "optimal", .executions = few});
  one("lastzero of 12: optimal", {"lastzero", {"12"}},
      {.strategy = "optimal", .executions = many / 2});
  const Family long_one{"rmw", {"2", "60"}};
  one("2 threads × 60 fetch_add: dfs, restoring", long_one, {.executions = many});
  one("the same: dfs, from the start", long_one,
      {.backtrack = "rerun", .executions = smoke ? 10 : 2000});
}

void measure(const Subject& subject, bool smoke) {
  const long few = smoke ? 100 : 20'000;
  const long many = smoke ? 1000 : 50'000'000;
  const auto one = [&](const char* what, long times) {
    // The engine's own memory has grown by the third execution.
    const Settings settings{.strategy = "random", .executions = 3};
    return subject.run(what, times, settings) / static_cast<double>(times);
  };
  std::printf("%-46s %15s %10s\n", "one …", "takes", "in reads");
  const double read = one("reads", many);
  row("plain read, same epoch (with its loop)", read, read);
  row("plain write, same epoch (with its loop)", one("writes", many), read);
  row("plain write, a sweep through 512 KB", one("sweeps", many), read);
  row("atomic operation, no switch", one("atomics", few), read);
  row("mutex, lock and unlock, no switch", one("locks", few), read);
  row("atomic operation, sched_yield and a switch", one("switches", few), read);
  std::printf("\n%-46s %15s %10s\n", "one …", "takes", "in process");
  const double execution = subject.execution({}, smoke ? 20 : 20'000);
  row("execution of 3 threads, about 20 steps: dfs", execution, execution);
  row("the same: optimal", subject.execution({.strategy = "optimal"}, smoke ? 20 : 1000),
      execution);
  row("the same: random, each from its start",
      subject.execution({.strategy = "random"}, smoke ? 20 : 5000), execution);
  row("the same: --isolate fork", subject.execution({.isolate = "fork"}, smoke ? 5 : 1000),
      execution);
  row("fork, exit and wait alone", fork_alone(smoke ? 5 : 1000), execution);
}

}  // namespace

int main(int count, char** words) try {
  if (count == 2 && std::string(words[1]) == "--trip") {
    std::printf("%.1f\n", round_trip(1'000'000));
    return 0;
  }
  if (count < 3) throw std::runtime_error("usage: benchmark SUBJECT FAMILIES [--smoke]");
  measure(Subject(words[1]), count > 3);
  measure_families(words[2], count > 3);
} catch (const std::exception& error) {
  std::fprintf(stderr, "benchmark: %s\n", error.what());
  return 1;
}
