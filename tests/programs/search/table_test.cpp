// SPDX-License-Identifier: MIT
// The table language (docs/table.md): mcheck performs exactly the statements of a table, and
// refuses a malformed one with the place of the error.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::table_test {
namespace {

const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";

// A temporary file.
class Scratch {
 public:
  explicit Scratch(const std::string& content)
      : path_(std::filesystem::temp_directory_path() /
              ("mcheck_table_" + std::to_string(++count) + "_" + std::to_string(getpid()))) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~Scratch() { std::filesystem::remove(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] std::string path() const { return path_; }

 private:
  static inline int count = 0;
  std::filesystem::path path_;
};

ShellResult explore_file(const std::string& path, const std::string& options) {
  return run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + "table") + " " +
                   options + " -- " + quoted(path) + " 2>&1");
}

std::uint64_t executions_of(const std::string& text) {
  const Scratch file(text);
  const ShellResult ran = explore_file(file.path(), "--strategy dfs --json - --keep-going");
  INFO(text << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed)["executions"].natural();
}

// All executions pass: each statement does what the checks expect.
void require_right(const std::string& text) {
  const Scratch file(text);
  const ShellResult ran = explore_file(file.path(), "");
  INFO(text << "\n" << ran.out);
  REQUIRE(ran.code == 0);
}

// The error message without the file name.
std::string refused(const std::string& text) {
  const Scratch file(text);
  const ShellResult ran = explore_file(file.path(), "");
  INFO(text << "\n" << ran.out);
  CHECK(ran.code == 2);
  const std::string before = "mcheck: test 'table': " + file.path() + ":";
  if (!ran.out.starts_with(before)) return ran.out;
  return ran.out.substr(before.size(), ran.out.find('\n') - before.size());
}

}  // namespace

TEST_CASE("a table's statements are its only choices") {
  CHECK(executions_of("thread\nthread\nthread\n") == 1);
  CHECK(executions_of("thread\nadd x 1\nadd x 1\nthread\nadd x 1\nadd x 1\n") == 6);
  CHECK(executions_of("thread\nset p 1\nlock m\nunlock m\nthread\nrelease s\nnotify c\n") == 10);
  CHECK(executions_of("thread\nif r0 == 0 skip 2\nstore x 1\nstore x 1\nthread\nstore x 1\n") == 1);
  CHECK(executions_of("thread\nfence seq_cst\nadd x 1\nthread\nadd x 1\nfence release\n") == 2);
  CHECK(executions_of("thread\nr0 = choose 4\nfinally\nr0 = choose 2\n") == 8);
  CHECK(executions_of("thread\nawait x 0\nthread\nawait x 0\n") == 2);
  CHECK(executions_of("thread\nlock m\nr0 = timedwait c m\nunlock m\n") == 1);
}

TEST_CASE("each statement of a table does what it says") {
  require_right(
      "# mcheck table\r\ninit x 5\r\nsem s 2\r\ninit p -7\r\n\r\nthread only # one\r\n"
      "\tr0 = load x relaxed\r\n  check r0 == 5\r\n  r1=add x -2 acq_rel\n check r1==5\n"
      "r1 = exchange x r0\ncheck r1 == 3\nr2 = cas x 5 9 acquire\ncheck r2 == 1\n"
      "r2 = cas x 5 1\ncheck r2 == 0\nr2 = load x consume\ncheck r2 != 5\ncheck r2 == 9\n"
      "r3 = get p\ncheck r3 == -7\nset p r2\nr3 = get p\ncheck r3 == r2\n"
      "acquire s\nr4 = tryacquire s\ncheck r4 == 1\nr4 = tryacquire s\ncheck r4 == 0\n"
      "release s\nr4 = tryacquire s\ncheck r4 == 1\n"
      "r5 = trylock m\ncheck r5 == 1\nunlock m\nlock m\nunlock m\n"
      "rlock w\nrunlock w\nr6 = trylock w\ncheck r6 == 1\nunlock w\n"
      "if r6 != 0 skip 1\ncheck r6 == 7\nr7 = choose 1\ncheck r7 == 0\nfence acquire\nawait x 9\n"
      "store x -9223372036854775808\nr8 = load x\ncheck r8 == -9223372036854775808\n"
      "finally\nr9 = load x\ncheck r9 != 9\ncheck r0 == 0\n");
}

TEST_CASE("a line that cannot be performed is refused with its number and what is expected") {
  CHECK(refused("thread\n\n lod x\n").starts_with("3: there is no statement 'lod'; expected load"));
  CHECK(refused("thread\nr0 =\n").starts_with("2: no statement; expected load"));
  CHECK(refused("thread\nr10 = load x\n") == "2: 'r10' is no register; expected r0 to r9");
  CHECK(refused("thread\nstore x\n") == "2: something is missing; expected: store x V [ORDER]");
  CHECK(refused("thread\nstore x y\n").starts_with("2: 'y' is neither a number nor a register;"));
  CHECK(
      refused("thread\nstore x 9223372036854775808\n").starts_with("2: '9223372036854775808' is"));
  CHECK(refused("thread\nr0 = store x 1\n") ==
        "2: store has no result; expected: store x V [ORDER]");
  CHECK(refused("thread\nlock m 1\n") == "2: '1' is too much; expected: lock m");
  CHECK(refused("thread\nlock 1\n") == "2: '1' is no name of an object; expected: lock m");
  CHECK(refused("thread\nlock r1\n") == "2: 'r1' is no name of an object; expected: lock m");
  CHECK(refused("thread\nr0 = load x release\n") ==
        "2: 'release' is no memory order of this statement; expected one of relaxed consume "
        "acquire seq_cst");
  CHECK(refused("thread\nfence\n") == "2: a memory order is missing; expected: fence ORDER");
  CHECK(refused("thread\nr0 = choose 0\n").starts_with("2: '0' is no number from 1 to 10000"));
  CHECK(refused("thread\nif r0 = 1 skip 1\n").starts_with("2: '=' is no comparison; expected: if"));
  CHECK(refused("thread\nif r0 == 1 skip 2\nlock m\nthread\nlock m\n") ==
        "2: skip 2 leads out of the block; expected at most 1");
  CHECK(refused("thread\ncheck x == 1\n").starts_with("2: 'x' is no register; expected: check"));
}

TEST_CASE("names and blocks that do not fit together are refused") {
  CHECK(refused("thread\nlock x\nstore x 1\n") ==
        "3: `x` is an atomic here and a mutex in line 2; expected one kind for each name");
  CHECK(refused("thread\nlock m\nwait c m\nthread\nrlock m\n") ==
        "3: `m` is a shared mutex (line 5); expected a mutex without readers to wait with");
  CHECK(refused("init m 1\nthread\nlock m\n") ==
        "1: `m` is a mutex (line 3); expected an atomic or plain data to have a first value");
  CHECK(refused("init s 1\nthread\nacquire s\n") ==
        "1: `s` is a semaphore (line 3); expected: sem s 1");
  CHECK(refused("sem s -1\nthread\n") == "1: a semaphore has no negative number of permits");
  CHECK(refused("init x 1\ninit x 2\nthread\n") == "2: `x` has a first value already, in line 1");
  CHECK(refused("store x 1\n").starts_with("1: 'store' stands before the first thread;"));
  CHECK(refused("thread\ninit x 1\n") == "2: expected before the first thread: init");
  CHECK(refused("thread\nfinally\nthread\n").starts_with("3: a thread after finally;"));
  CHECK(refused("thread\nfinally\nfinally\n") == "3: a second finally; expected one");
  CHECK(refused("thread a\nthread a\n") == "2: a second thread `a`; expected another name");
  CHECK(refused("# nothing\n").starts_with("1: there is no thread; expected"));
}

TEST_CASE("a file that cannot be read is a wrong request") {
  const ShellResult missing = explore_file("/no/such.table", "");
  CHECK(missing.code == 2);
  CHECK_THAT(missing.out, Catch::Contains("/no/such.table: No such file or directory; expected"));
  const ShellResult folder = explore_file("/", "");
  CHECK(folder.code == 2);
  CHECK_THAT(folder.out, Catch::Contains("/: Is a directory; expected a table"));
  const ShellResult none = run_shell(quoted(kBinaries + "table") + " 2>&1");
  CHECK(none.code == 2);
  CHECK_THAT(none.out, Catch::Contains("expected one FILE behind --"));
}

TEST_CASE("a failing check of a table names its line, and its schedule replays") {
  const Scratch file("thread\nr0 = load x\ncheck r0 == 1\n");
  const ShellResult ran = explore_file(file.path(), "--json -");
  REQUIRE(ran.code == 1);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& failure = std::get<Json>(parsed)["failures"].elements().at(0);
  CHECK(failure["message"].text() == file.path() + ":3: check r0 == 1");
  const ShellResult again =
      run_shell(quoted(kBinaries + "mcheck") + " replay " + quoted(kBinaries + "table") + " " +
                failure["schedule"].text());
  INFO(again.out);
  CHECK(again.code == 1);
  CHECK_THAT(again.out, Catch::Contains("check r0 == 1"));
}

}  // namespace mcheck::table_test
