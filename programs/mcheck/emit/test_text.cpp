// SPDX-License-Identifier: MIT
#include "programs/mcheck/emit/test_text.hpp"

#include <cctype>

#include "engine/trace/failures/failure_id.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr const char* kBody = R"test(
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace {

// Set this once the bug is repaired: then no execution that follows the schedule may fail.
constexpr bool kIsRepaired = false;

const char* const kSchedule = R"gates(@SCHEDULE@)gates";

// It stays, since the line with which mcheck replays a failure refers to it. Its name follows from
// its content, so tests that run at the same time share it.
std::string schedule_file() {
  const std::string text = kSchedule;
  const std::string name = (std::filesystem::temp_directory_path() /
                            ("mcheck-" + std::to_string(getuid()) + "-" +
                             std::to_string(std::hash<std::string>()(text)) + ".gates"))
                               .string();
  const std::string part = name + "." + std::to_string(getpid());
  std::ofstream(part) << text;
  std::filesystem::rename(part, name);
  return name;
}

// The exit code of mcheck: 1 if it finds a bug; 0 if it finds none, or if the program cannot follow
// the schedule. MCHECK in the environment names another mcheck, PROGRAM another program.
int explore() {
  const auto setting = [](const char* name, const char* otherwise) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? otherwise : value);
  };
  const std::string command = setting("MCHECK", "mcheck") + " explore " +
                              setting("PROGRAM", "@PROGRAM@") + " --quiet --schedule '" +
                              schedule_file() + "'@WORDS@";
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace
)test";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// As the content of a string literal.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string words_of(const Result& replayed) {
  std::string words = " --test " + shell_word(replayed.test);
  if (!replayed.arguments.empty()) words += " --";
  for (const std::string& argument : replayed.arguments) words += " " + shell_word(argument);
  return words;
}

std::string identifier(const std::string& text) {
  std::string name;
  for (const char c : text) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

std::string ending(TestFramework framework, const std::string& title, const std::string& id) {
  switch (framework) {
    case TestFramework::kNone: break;
    case TestFramework::kMain:
      return "\nint main() { return explore() == (kIsRepaired ? 0 : 1) ? 0 : 1; }\n";
    case TestFramework::kCatch2:
      return "\nTEST_CASE(\"" + escaped(title) +
             "\") { CHECK(explore() == (kIsRepaired ? 0 : 1)); }\n";
    case TestFramework::kGtest:
      return "\nTEST(Schedule, " + id + ") { EXPECT_EQ(explore(), kIsRepaired ? 0 : 1); }\n";
  }
  return "";
}

const char* include_of(TestFramework framework) {
  switch (framework) {
    case TestFramework::kNone:
    case TestFramework::kMain: break;
    case TestFramework::kCatch2:
      return "\n#if __has_include(<catch2/catch_test_macros.hpp>)\n"
             "#include <catch2/catch_test_macros.hpp>\n#else\n#include "
             "<catch2/catch.hpp>\n#endif\n";
    case TestFramework::kGtest: return "\n#include <gtest/gtest.h>\n";
  }
  return "";
}

}  // namespace

std::string test_text(const Invocation& invocation, const Result& replayed,
                      const std::string& schedule) {
  const FailureKind kind = replayed.failures.front().kind;
  const std::string title = replayed.program + ", test " + replayed.test + ": " +
                            failure_noun(kind) + ", by a schedule that forces it";
  const std::string id = identifier(replayed.program + "_" + replayed.test + "_" + id_of(kind));
  std::string body = replaced(kBody, "@PROGRAM@", escaped(shell_word(invocation.program)));
  body = replaced(body, "@WORDS@", escaped(words_of(replayed)));
  body = replaced(body, "@SCHEDULE@", schedule);
  return "// " + title + "." + include_of(invocation.emit_as) + body +
         ending(invocation.emit_as, title, id);
}

}  // namespace mcheck::command
