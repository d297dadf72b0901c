// SPDX-License-Identifier: MIT
// Programs with inline assembly, tests/intercept/assembly, built by `mcheck cc` as a user would.
#include <filesystem>
#include <set>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::inline_assembly_test {
namespace {

const std::string kMcheck = quoted(MCHECK_BINARY_DIRECTORY "/mcheck");
const std::string kSources = MCHECK_SOURCE_DIRECTORY "/tests/intercept/assembly/";

// A temporary directory, removed by the destructor.
class Directory {
 public:
  Directory() {
    std::string form = std::filesystem::temp_directory_path() / "mcheck_assembly_XXXXXX";
    path_ = mkdtemp(form.data());
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

struct Build {
  std::string compiler;
  std::string level;
};

const std::vector<Build> kBuilds = {
    {"gcc", "-O0"}, {"gcc", "-O2"}, {"gcc", "-O1 -fPIC"}, {"clang", "-O1"}};

void build(const Build& how, const std::string& source, const std::string& flags,
           const std::string& program) {
  const ShellResult ran =
      run_shell("MCHECK_CC=" + how.compiler + " " + kMcheck + " cc " + how.level + " " + flags +
                " " + quoted(kSources + source) + " -o " + quoted(program) + " 2>&1");
  INFO(ran.what << "\n" << ran.out);
  REQUIRE(ran.code == 0);
}

struct Result {
  std::string verdict;
  std::string kind;
  std::string reason;
  std::uint64_t executions = 0;
};

Result explored_at(const std::string& program, const std::string& options = "") {
  const ShellResult ran =
      run_shell(kMcheck + " explore " + quoted(program) + " --json - --quiet " + options);
  INFO(ran.what << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& result = std::get<Json>(parsed);
  Result found{.verdict = result["verdict"].text(),
               .kind = "",
               .reason = result["reason"].text(),
               .executions = result["executions"].natural()};
  if (found.verdict == "bug") found.kind = result["failures"].elements()[0]["kind"].text();
  return found;
}

Result explored_from(const Build& how, const std::string& source, const std::string& flags) {
  CAPTURE(how.compiler, how.level, source, flags);
  const Directory directory;
  build(how, source, flags, directory / "program");
  return explored_at(directory / "program");
}

TEST_CASE("store buffering in inline assembly has the executions of its twin with atomics") {
  const Directory directory;
  for (const Build& how : kBuilds) {
    CAPTURE(how.compiler, how.level);
    build(how, "store_buffering.c", "", directory / "assembly");
    build(how, "store_buffering.c", "-DATOMIC", directory / "twin");
    // Classes: the loads before or after the other's store, but not both before. Orders: C(4,2).
    for (const auto& [strategy, executions] : {std::pair{"optimal", 3u}, std::pair{"dfs", 6u}}) {
      for (const char* name : {"assembly", "twin"}) {
        const Result result =
            explored_at(directory / name, std::string("--memory sc --strategy ") + strategy);
        CHECK(result.verdict == "verified");
        CHECK(result.executions == executions);
      }
    }
  }
}

TEST_CASE("each outcome of store buffering in inline assembly is found, and no other") {
  for (const char* outcome : {"-DFIRST=0 -DSECOND=1", "-DFIRST=1 -DSECOND=0",
                              "-DFIRST=1 -DSECOND=1", "-DFIRST=0 -DSECOND=0"}) {
    const std::string flags = std::string("-DFIND ") + outcome;
    const bool possible = flags.find("=1") != std::string::npos;
    const Result result = explored_from(kBuilds[0], "store_buffering.c", flags);
    CHECK(result.verdict == (possible ? "bug" : "verified"));
  }
}

TEST_CASE("locks in inline assembly are verified: a waiter spins") {
  for (const Build& how : kBuilds) {
    CHECK(explored_from(how, "locks.c", "-DSPIN -DTHREADS=3").verdict == "verified");
    CHECK(explored_from(how, "locks.c", "-DTICKET -DTHREADS=3").verdict == "verified");
    CHECK(explored_from(how, "locks.c", "").verdict == "verified");
    CHECK(explored_from(how, "stack.c", "").verdict == "verified");
  }
}

TEST_CASE("a lock prefix that is missing in inline assembly is found") {
  const std::string without = "-DLOCK='\"\"'";
  for (const Build& how : kBuilds) {
    CHECK(explored_from(how, "locks.c", without).verdict == "bug");
    CHECK(explored_from(how, "locks.c", "-DTICKET " + without).verdict == "bug");
    CHECK(explored_from(how, "stack.c", without).verdict == "bug");
  }
}

TEST_CASE("a plain write beside a store of inline assembly that nothing orders is a race") {
  for (const Build& how : kBuilds) {
    CHECK(explored_from(how, "locks.c", "-DPLAIN").kind == "race");
  }
}

TEST_CASE("inline assembly that is not understood is named where a thread comes to it") {
  for (const Build& how : kBuilds) {
    CHECK(explored_from(how, "unsupported.c", "").verdict == "verified");
    const Result result = explored_from(how, "unsupported.c", "-DREACHED");
    CHECK(result.verdict == "incomplete");
    CHECK(result.reason.find("movups") != std::string::npos);
    const bool inlined = result.reason.find(" in run (") != std::string::npos;
    CHECK((inlined || result.reason.find(" in fill (") != std::string::npos));
    CHECK(result.reason.find("unsupported.c:8)") != std::string::npos);
  }
}

TEST_CASE("instructions of inline assembly leave what the processor leaves: 3,640 cases") {
  const Directory directory;
  const std::string plain = quoted(directory / "plain");
  const ShellResult compiled =
      run_shell("gcc -mno-red-zone " + quoted(kSources + "table.c") + " -o " + plain + " 2>&1");
  INFO(compiled.out);
  REQUIRE(compiled.code == 0);
  const std::string expected = run_shell(plain).out;
  const std::string few = run_shell(plain + " - 2").out;
  REQUIRE(expected.size() > 10);
  for (const Build& how : kBuilds) {
    CAPTURE(how.compiler, how.level);
    build(how, "table.c", "", directory / "table");
    const std::string table = quoted(directory / "table");
    CHECK(run_shell("MCHECK_PASS_THROUGH=1 " + table).out == expected);
    const ShellResult ran =
        run_shell(kMcheck + " explore " + table + " --steps 1000000 --quiet -- " +
                  few.substr(0, few.size() - 1) + " 2");
    INFO(ran.out);
    CHECK(ran.code == 0);
  }
}

TEST_CASE("the compiler's options for files work with inline assembly, too") {
  const Directory directory;
  const std::string go = "cd " + quoted(directory / "") + " && " + kMcheck + " cc ";
  const std::string source = quoted(kSources + "locks.c");
  const ShellResult ran =
      run_shell(go + "-c -MD -pipe " + source + " && " + go + "-save-temps -DSPIN " + source +
                " -o spin && cat locks.d && ls 2>&1");
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK(ran.out.find("locks.o: ") != std::string::npos);
  CHECK(explored_at(directory / "spin").verdict == "verified");
}

}  // namespace
}  // namespace mcheck::inline_assembly_test
