// SPDX-License-Identifier: MIT
#include "visualize/suite.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>

#include "engine/base/fingerprint.hpp"
#include "engine/trace/failure_id.hpp"
#include "visualize/summary.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

// "at queue.cpp:14; 3 of 7" → "at queue.cpp; # of #": lines move, and numbers follow schedules.
std::string without_numbers(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (!digit) out += text[i];
    if (digit && (out.empty() || out.back() != '#')) out += '#';
  }
  return out;
}

// Threads of one function are alike: which of them it was follows from the schedule.
std::vector<std::string> involved(const FailureReport& failure) {
  std::vector<std::string> parts;
  for (const ThreadEnd& end : failure.threads) {
    const bool stuck = end.state == "blocked" && is_stuck(failure);
    if (end.state != "failed" && !stuck) continue;
    parts.push_back(end.function + " " + end.operation + " " + without_numbers(end.object));
  }
  for (const ToldStack& stack : failure.stacks) {
    if (!stack.frames.empty()) parts.push_back("in " + stack.frames.front().function);
  }
  std::ranges::sort(parts);
  parts.erase(std::ranges::unique(parts).begin(), parts.end());
  return parts;
}

}  // namespace

bool is_failure(Standing standing) {
  return standing == Standing::kFailed || standing == Standing::kBroken;
}

std::size_t count(const Suite& suite, Standing standing) {
  return static_cast<std::size_t>(std::ranges::count(suite.cases, standing, &SuiteCase::standing));
}

Suite suite_of(const std::string& program, const std::vector<Result>& results) {
  Suite suite{.name = program};
  for (const Result& result : results) {
    SuiteCase each{.name = result.test.empty() ? result.program : result.test, .program = program};
    for (const std::string& word : result.arguments) each.name += " " + word;
    each.results = {result};
    each.seconds = result.seconds;
    if (result.verdict != Verdict::kVerified) {
      each.standing = Standing::kFailed;
      each.why = headline(result, {.program = program});
    }
    suite.seconds += result.seconds;
    suite.cases.push_back(std::move(each));
  }
  return suite;
}

std::string identity_of(const Result& result, const FailureReport& failure) {
  Fingerprint print = fingerprint(std::string("mcheck failure 1"));
  const auto add = [&print](const std::string& part) { print = print.then(fingerprint(part)); };
  add(id_of(failure.kind));
  add(result.program);
  add(result.test);
  add(without_numbers(failure.message));
  for (const std::string& part : involved(failure)) add(part);
  std::array<char, 33> hexadecimal{};
  std::snprintf(hexadecimal.data(), hexadecimal.size(), "%016llx%016llx",
                static_cast<unsigned long long>(print.high),
                static_cast<unsigned long long>(print.low));
  return hexadecimal.data();
}

FailurePlace place_of(const FailureReport& failure) {
  for (const ThreadEnd& end : failure.threads) {
    if (end.state == "failed" && !end.file.empty()) return {end.file, end.line, end.function};
  }
  for (const ToldStack& stack : failure.stacks) {
    if (stack.frames.empty() || stack.frames.front().file.empty()) continue;
    const StackFrame& frame = stack.frames.front();
    return {frame.file, frame.line, frame.function};
  }
  for (const ThreadEnd& end : failure.threads) {
    if (end.state == "blocked" && !end.file.empty()) return {end.file, end.line, end.function};
  }
  for (auto step = failure.trace.rbegin(); step != failure.trace.rend(); ++step) {
    if (!step->file.empty()) return {step->file, step->line, step->function};
  }
  return {};
}

std::string path_from(const std::string& file, const std::string& folder) {
  namespace fs = std::filesystem;
  const std::string inside = fs::path(file)
                                 .lexically_normal()
                                 .lexically_relative(fs::path(folder).lexically_normal())
                                 .string();
  return inside.empty() || inside.starts_with("..") ? file : inside;
}

}  // namespace mcheck
