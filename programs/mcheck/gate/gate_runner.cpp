// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/gate_runner.hpp"

#include <poll.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <thread>

#include "engine/base/utf8.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/gate/class_kernel.hpp"
#include "programs/mcheck/supervise/signals.hpp"

namespace mcheck::command {
namespace {

constexpr double kMinSeconds = 0.1;
constexpr double kCanarySeconds = 10;
constexpr double kCompilerSeconds = 60;  // besides the tests of a header's class
constexpr const char* kCanary = "mcheck::canary";

std::string first_line(const std::string& diagnostic) {
  const std::string line = diagnostic.substr(0, diagnostic.find('\n'));
  return one_line(line.starts_with("mcheck: ") ? line.substr(8) : line);
}

// An integer text, because it is parsed again.
std::string milliseconds(double seconds) {
  return std::to_string(std::max(std::lround(seconds * 1000), 1L)) + "ms";
}

std::string path_of(const std::string& folder, const std::string& program) {
  return (std::filesystem::path(folder) / program).string();
}

}  // namespace

GateRunner::GateRunner(const GateFile& gate, std::string folder, const Baseline& baseline,
                       GateCache& cache, OnCaseEnd on_case_end)
    : gate_(gate),
      folder_(std::move(folder)),
      baseline_(baseline),
      cache_(cache),
      on_case_end_(std::move(on_case_end)),
      begin_(std::chrono::steady_clock::now()),
      jobs_(gate.jobs > 0 ? gate.jobs : std::max(std::thread::hardware_concurrency(), 1U)) {
  for (const Kernel& kernel : gate.kernels) {
    const std::string& program = kernel.header.empty() ? kernel.program : kernel.header;
    cases_.push_back(
        {.name = kernel.name, .program = program, .executable = path_of(folder_, program)});
  }
}

std::vector<SuiteCase> GateRunner::run() {
  const std::vector<std::size_t> order = this->order();
  // Cached kernels take no time, and so get no share of it.
  for (const Kernel& kernel : gate_.kernels) cached_.push_back(is_cached(kernel));
  auto to_run = static_cast<std::size_t>(std::ranges::count(cached_, false));
  std::size_t next = 0;
  bool interrupted = false;
  while (next < order.size() || !running_.empty()) {
    while (next < order.size() && running_.size() < jobs_ && stop_signal() == 0) {
      start(order[next], to_run);
      if (!cached_[order[next]]) --to_run;
      ++next;
    }
    if (stop_signal() != 0 && !interrupted) {
      interrupted = true;
      for (const Running& each : running_) each.run.interrupt();
      for (; next < order.size(); ++next) end(order[next], {}, "not run: interrupted");
    }
    if (!running_.empty()) wait();
    collect_ended();
  }
  return std::move(cases_);
}

// Failed kernels first, then unknown ones, then the others, the slowest first.
std::vector<std::size_t> GateRunner::order() const {
  std::vector<std::size_t> order(gate_.kernels.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto rank = [this](std::size_t kernel) {
    const CachedRun* last = cache_.find(gate_.kernels[kernel].name);
    if (last == nullptr) return std::pair(1, 0.0);
    return last->failed ? std::pair(0, 0.0) : std::pair(2, -last->seconds);
  };
  std::ranges::stable_sort(order, {}, rank);
  return order;
}

double GateRunner::time_share(const Kernel& kernel, std::size_t waiting) const {
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const double fair =
      (gate_.seconds - elapsed) * jobs_ / static_cast<double>(std::max(waiting, std::size_t{1}));
  const double left = std::min(fair, gate_.seconds - elapsed);
  return kernel.seconds > 0 ? std::min(kernel.seconds, left) : left;
}

std::string GateRunner::key_of(const Kernel& kernel) const {
  if (!kernel.header.empty()) {
    const CachedRun* last = cache_.find(kernel.name);
    return last == nullptr ? ""
                           : key_of_class(kernel, last->outcome.program,
                                          std::filesystem::file_time_type::max());
  }
  std::vector<std::string> cache_inputs = words_of(kernel);
  cache_inputs.insert(cache_inputs.end(), kernel.depends.begin(), kernel.depends.end());
  return cache_.key_of(path_of(folder_, kernel.program), cache_inputs, folder_);
}

std::string GateRunner::key_of_class(const Kernel& kernel, const std::string& program,
                                     std::filesystem::file_time_type then) const {
  std::vector<std::string> sources = sources_of_class(kernel, path_of(folder_, program));
  sources.insert(sources.end(), kernel.depends.begin(), kernel.depends.end());
  if (sources.size() == kernel.depends.size() || any_changed_since(sources, folder_, then)) {
    return "";
  }
  std::vector<std::string> cache_inputs = words_of(kernel);
  cache_inputs.insert(cache_inputs.end(), sources.begin(), sources.end());
  return cache_.key_of(path_of(folder_, program), cache_inputs, folder_);
}

// For any time limit.
bool GateRunner::is_cached(const Kernel& kernel) const {
  const CachedRun* last = cache_.find(kernel.name);
  return last != nullptr &&
         is_valid(*last, key_of(kernel), std::numeric_limits<double>::infinity());
}

void GateRunner::start(std::size_t kernel, std::size_t waiting) {
  const Kernel& spec = gate_.kernels[kernel];
  const double seconds = time_share(spec, waiting);
  std::vector<std::string> words = words_of(spec);
  const std::string key = key_of(spec);  // of the current program
  const CachedRun* last = cache_.find(spec.name);
  if (last != nullptr && is_valid(*last, key, seconds)) {
    cases_[kernel].cached = true;
    return end(kernel, last->outcome, "");
  }
  if (seconds < kMinSeconds) return end(kernel, {}, "not run: the gate's budget is used up");
  try {
    std::size_t tests = 1;
    if (spec.header.empty()) {
      const ProgramInfo program = require_canary(path_of(folder_, spec.program));
      const bool runs_all = spec.test.empty() && !spec.is_class();
      if (runs_all) tests = std::max(program.tests.size(), tests);
    }
    const double share = seconds / static_cast<double>(tests);
    words.insert(words.begin() + 2, {"--time", milliseconds(share)});
    const double compiling = spec.header.empty() ? 0 : kCompilerSeconds;
    const auto now = std::filesystem::file_time_type::clock::now();
    running_.push_back({.kernel = kernel,
                        .run = KernelRun(std::move(words), folder_, seconds + compiling),
                        .granted_seconds = seconds,
                        .key = key,
                        .started = now});
  } catch (const UsageError& error) {
    end(kernel, {}, first_line(error.message));
  } catch (const InternalError& error) {
    end(kernel, {}, first_line(error.message));
  }
}

ProgramInfo GateRunner::require_canary(const std::string& program) const {
  Invocation invocation;
  invocation.program = program;
  invocation.search.seconds = kCanarySeconds;
  ProgramInfo info = query_program(invocation);
  const Result found = explore(invocation, info, kCanary, {});
  if (found.verdict != Verdict::kBug) {
    throw UsageError{"its canary bug was not found (" + std::string(name_of(found.verdict)) +
                     "): its verdicts cannot be trusted"};
  }
  return info;
}

std::vector<std::string> GateRunner::words_of(const Kernel& kernel) const {
  if (kernel.is_class()) return words_of_class(kernel);
  const bool is_absolute_path = std::filesystem::path(kernel.program).is_absolute();
  const std::string program = is_absolute_path ? kernel.program : path_of(".", kernel.program);
  std::vector<std::string> words = {"explore", program, "--quiet"};
  if (!kernel.test.empty()) words.insert(words.end(), {"--test", kernel.test});
  words.insert(words.end(), kernel.options.begin(), kernel.options.end());
  // A tolerated failure must not hide others.
  const bool tolerates_failures = kernel.expected != "bug" && !kernel.allowed.empty();
  if (tolerates_failures || baseline_.contains(kernel.name)) words.emplace_back("--keep-going");
  words.emplace_back("--");
  words.insert(words.end(), kernel.arguments.begin(), kernel.arguments.end());
  return words;
}

void GateRunner::wait() const {
  constexpr int kMilliseconds = 200;  // then checks the clock and signals
  std::vector<pollfd> ends;
  for (const Running& each : running_) ends.push_back({each.run.descriptor(), POLLIN, 0});
  static_cast<void>(poll(ends.data(), ends.size(), kMilliseconds));
}

void GateRunner::collect_ended() {
  for (auto each = running_.begin(); each != running_.end();) {
    if (!each->run.has_ended()) {
      ++each;
      continue;
    }
    SuiteCase& now = cases_[each->kernel];
    const Kernel& kernel = gate_.kernels[each->kernel];
    now.seconds = each->run.seconds();
    KernelOutcome outcome = each->run.outcome();
    const std::string error = error_of(*each, outcome);
    if (!error.empty()) outcome = {};
    if (!kernel.header.empty()) {
      each->key = key_of_class(kernel, outcome.program, each->started);
    }
    end(each->kernel, outcome, error);
    if (stop_signal() == 0) {
      cache_.store(now.name, {.key = each->key,
                              .granted_seconds = each->granted_seconds,
                              .seconds = now.seconds,
                              .failed = is_failure(now.status),
                              .outcome = std::move(outcome)});
    }
    each = running_.erase(each);
  }
}

// The program of a header's class exists only now: its canary is searched afterwards.
std::string GateRunner::error_of(const Running& ended, const KernelOutcome& outcome) const {
  if (outcome.is_empty()) return ended.run.error();
  if (gate_.kernels[ended.kernel].header.empty()) return "";
  try {
    (void)require_canary(path_of(folder_, outcome.program));
    return "";
  } catch (const UsageError& error) {
    return first_line(error.message);
  } catch (const InternalError& error) {
    return first_line(error.message);
  }
}

void GateRunner::end(std::size_t kernel, KernelOutcome outcome, const std::string& error) {
  SuiteCase& each = cases_[kernel];
  each.results = std::move(outcome.results);
  each.why = error;
  if (!outcome.program.empty()) {
    each.program = outcome.program;
    each.executable = path_of(folder_, outcome.program);
  }
  if (!outcome.coverage.empty()) {
    each.verdict = "no violation found";
    each.why = outcome.coverage;
  }
  classify_case(each, gate_.kernels[kernel], gate_, baseline_);
  on_case_end_(each);
}

}  // namespace mcheck::command
