// SPDX-License-Identifier: MIT
// Schedules as tokens: they round-trip, they are short, and an altered token is rejected.
#include "engine/trace/protocol/schedule.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "engine/base/random.hpp"

namespace mcheck::schedule_test {
namespace {

Schedule without_trailing_defaults(Schedule schedule) {
  while (!schedule.chosen.empty() && schedule.chosen.back() == 0) schedule.chosen.pop_back();
  return schedule;
}

// A parsed token; its error, or "" if there is none.
struct ParsedToken {
  Schedule schedule;
  std::string error;
};

ParsedToken read(const std::string& text, const std::string& program, const std::string& test) {
  const auto token = parse_token(text);
  if (const auto* error = std::get_if<std::string>(&token)) return {{}, *error};
  const auto resolved = resolve(std::get<Token>(token), program, test);
  if (const auto* error = std::get_if<std::string>(&resolved)) return {{}, *error};
  return {std::get<Schedule>(resolved), ""};
}

Schedule random_schedule(std::uint64_t seed) {
  Random random(seed);
  Schedule schedule;
  schedule.program = random.below(2) == 0 ? "short" : "a_program_with_a_very_long_name";
  schedule.test = random.below(2) == 0 ? schedule.program : "test" + std::to_string(seed);
  for (std::uint64_t i = random.below(3); i > 0; --i) {
    std::string& argument = schedule.arguments.emplace_back();
    for (std::uint64_t n = random.below(6); n > 0; --n) {
      argument += static_cast<char>(random.below(256));
    }
  }
  schedule.ignore_leaks = random.below(2) == 0;
  schedule.strict_misuse = random.below(2) == 0;
  schedule.weak_memory = random.below(2) == 0;
  schedule.fail_at_steps = random.below(2) == 0;
  schedule.schedule_file = std::array{"", "race.gates", "../a folder/h.gates"}[random.below(3)];
  schedule.orders = random.below(2) == 0 ? "" : "a.cpp:3=relaxed";
  schedule.reuse_size_classes =
      std::array{std::uint64_t{0}, kAllSizeClasses, 1 + random.below(1000)}[random.below(3)];
  schedule.nondet_from = static_cast<int>(random.below(5)) - 2;
  schedule.nondet_to = schedule.nondet_from + static_cast<int>(random.below(3));
  schedule.spurious = static_cast<unsigned>(random.below(3));
  schedule.timeouts = random.below(2) == 0;
  const std::uint64_t rarely = 1 + random.below(20);
  for (std::uint64_t i = random.below(200); i > 0; --i) {
    const bool moves = random.below(rarely) == 0;
    const std::uint64_t most = random.below(10) == 0 ? 65535 : 4;
    schedule.chosen.push_back(static_cast<std::uint16_t>(moves ? random.below(most + 1) : 0));
  }
  return schedule;
}

Schedule two_preemptions(const std::string& program, std::size_t first, std::size_t second) {
  Schedule schedule{.program = program, .test = program, .arguments = {}, .chosen = {}};
  schedule.chosen.assign(first + second + 2, 0);
  schedule.chosen[first] = 1;
  schedule.chosen[first + second + 1] = 1;
  return schedule;
}

bool is_shell_safe(const std::string& text) {
  return std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string("._-+,/~%").find(c) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("a thousand random schedules are read as they were written") {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const Schedule schedule = random_schedule(seed);
    const std::string text = to_token(schedule);
    INFO("seed " << seed << ": " << text);
    const ParsedToken back = read(text, schedule.program, schedule.test);
    REQUIRE(back.error.empty());
    REQUIRE(back.schedule == without_trailing_defaults(schedule));
    REQUIRE(is_shell_safe(text));
    REQUIRE(to_token(back.schedule) == text);
  }
}

TEST_CASE("two preemptions in a program of up to 18 letters fit into 40 characters") {
  const std::string name = "eighteen_letters_x";
  REQUIRE(name.size() == 18);
  // mc1. 18 .. 4 . are 29; a choice below 36 is one character, below 1296 two, below 46656 three.
  CHECK(to_token(two_preemptions(name, 5, 3)).size() == 29 + 3);
  CHECK(to_token(two_preemptions(name, 1295, 1295)).size() == 29 + 5);
  CHECK(to_token(two_preemptions(name, 46655, 46655)).size() == 29 + 7);
  CHECK(to_token(two_preemptions(name, 46655, 46655)).size() < 40);
}

TEST_CASE("choices that repeat are written once") {
  Schedule schedule{.program = "p", .test = "p", .arguments = {}, .chosen = {0, 2}};
  for (int i = 0; i < 5'000; ++i) schedule.chosen.insert(schedule.chosen.end(), {0, 0, 0, 1});
  schedule.chosen.push_back(1);
  const std::string text = to_token(schedule);
  CHECK_THAT(text, Catch::EndsWith(".1_2-3+3uv-0"));
  CHECK(is_shell_safe(text));
  CHECK(read(text, "p", "p").schedule == schedule);
}

TEST_CASE("a schedule of defaults has no choices in its token") {
  Schedule schedule{.program = "p", .test = "p", .arguments = {}, .chosen = {0, 0, 0}};
  CHECK_THAT(to_token(schedule), Catch::StartsWith("mc1.p..") && Catch::EndsWith("."));
  schedule.chosen = {};
  CHECK(read(to_token(schedule), "p", "p").schedule == schedule);
}

TEST_CASE("any altered letter is noticed") {
  Schedule schedule = two_preemptions("lost_update", 5, 3);
  schedule.arguments = {"4", "x y"};
  schedule.spurious = 1;
  const std::string text = to_token(schedule);
  REQUIRE(read(text, "lost_update", "lost_update").error.empty());
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char other : std::string("0159azAZ_-.,%~/ sn")) {
      if (other == text[i]) continue;
      std::string altered = text;
      altered[i] = other;
      INFO(text << " altered to " << altered);
      REQUIRE_FALSE(read(altered, "lost_update", "lost_update").error.empty());
    }
  }
}

TEST_CASE("a letter or a part that is lost or added is noticed") {
  const Schedule schedule = two_preemptions("lost_update", 5, 3);
  const std::string text = to_token(schedule);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string shorter = text;
    shorter.erase(i, 1);
    INFO(shorter);
    REQUIRE_FALSE(read(shorter, "lost_update", "lost_update").error.empty());
    REQUIRE_FALSE(read(text.substr(0, i), "lost_update", "lost_update").error.empty());
  }
  CHECK_FALSE(read(text + "0", "lost_update", "lost_update").error.empty());
  CHECK_FALSE(read(text + ".", "lost_update", "lost_update").error.empty());
  CHECK_FALSE(read("", "lost_update", "lost_update").error.empty());
  CHECK_THAT(read("mc1.lost_update.5-3", "lost_update", "lost_update").error,
             Catch::Contains("3 parts"));
}

TEST_CASE("the error of a token says what is wrong with it") {
  CHECK_THAT(read("xyz", "p", "p").error, Catch::Contains("not a schedule"));
  CHECK_THAT(read("mc9.p..abcd.", "p", "p").error, Catch::Contains("format"));
  CHECK_THAT(read("mc1.p.q7.abcd.", "p", "p").error, Catch::Contains("options 'q7'"));
  CHECK_THAT(read("mc1.p..abcd.5-!", "p", "p").error, Catch::Contains("choices '5-!'"));
  CHECK_THAT(read("mc1.p,%4..abcd.", "p", "p").error, Catch::Contains("arguments"));
  CHECK_THAT(read("mc1.p..aaaa.1", "p", "p").error, Catch::Contains("checksum"));
}

TEST_CASE("choices that no schedule has are rejected, however large") {
  for (const char* moves : {"99999999999999999999",
                            "zzzzzzzz",
                            "1_0",
                            "1_1ekg",
                            "0-zzzzz",
                            "-",
                            "1-",
                            "-1",
                            "1_",
                            "_1",
                            "1__1",
                            "+1",
                            "1_-1",
                            "1+",
                            "1+-1",
                            "1+1_1",
                            "1+1+1",
                            "1+lfls",
                            "1_2+zzzzzzzzzzzzz",
                            "zzz+zzz"}) {
    INFO(moves);
    CHECK_FALSE(read(std::string("mc1.p..abcd.") + moves, "p", "p").error.empty());
  }
}

TEST_CASE("the schedule of another program or test is rejected") {
  const Schedule schedule = two_preemptions("lost_update", 5, 3);
  const std::string text = to_token(schedule);
  CHECK_THAT(read(text, "lost_wakeup", "lost_wakeup").error,
             Catch::Contains("to 'lost_update', not to 'lost_wakeup'"));
  CHECK_FALSE(read(text, "lost_update", "other_test").error.empty());
  CHECK_FALSE(read(text, "families", "lost_update").error.empty());
}

TEST_CASE("long names are replaced by distinct hashes") {
  std::set<std::string> names;
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "a_rather_long_program_name_" + std::to_string(i);
    names.insert(token_name(name, name));
    CHECK(token_name(name, name).size() == 7);
  }
  CHECK(names.size() == 1000);
  CHECK(token_name("p", "q") == "p/q");
  CHECK(token_name("p", "p") == "p");
  CHECK_THAT(token_name("odd name", "odd name"), Catch::StartsWith("~"));
  CHECK_THAT(token_name("a.b", "a.b"), Catch::StartsWith("~"));
}

TEST_CASE("arguments survive whatever bytes they hold, also empty ones") {
  Schedule schedule{.program = "p", .test = "p", .arguments = {"", "a,b.c%2e", "\n'\"\\ $", ""}};
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  schedule.arguments.push_back(all);
  const std::string text = to_token(schedule);
  CHECK(is_shell_safe(text));
  CHECK(read(text, "p", "p").schedule == schedule);
}

TEST_CASE("the step and the property of a progress check survive in a token") {
  for (const ProgressProperty by :
       {ProgressProperty::kFairCycle, ProgressProperty::kStarvation,
        ProgressProperty::kObstructionFree, ProgressProperty::kLockFree}) {
    Schedule schedule;
    schedule.program = schedule.test = "lost_update";
    schedule.ignore_races = true;
    schedule.progress_check = {.by = by, .step = 42};
    schedule.chosen = {0, 0, 1};
    const auto token = parse_token(to_token(schedule));
    REQUIRE(std::holds_alternative<Token>(token));
    const auto again = resolve(std::get<Token>(token), "lost_update", "lost_update");
    REQUIRE(std::holds_alternative<Schedule>(again));
    CHECK(std::get<Schedule>(again) == schedule);
  }
}

}  // namespace mcheck::schedule_test
