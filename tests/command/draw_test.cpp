// SPDX-License-Identifier: MIT
// `mcheck draw`: accepted inputs, and rejected ones with the location of the error.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/json.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/results/result_file.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::command::draw_test {
namespace {

namespace files = std::filesystem;

const std::string kMcheck = MCHECK_BINARY_DIRECTORY "/mcheck";
constexpr const char* kDeadlock =
    R"({"format":1,"program":"p","test":"p","verdict":"bug","failures":[{"kind":"deadlock",
"message":"nobody can go on","trace":[{"thread":"main","operation":"lock","object":"a"},
{"thread":"T1","operation":"lock","object":"b","cause":0}],
"threads":[{"thread":"main","state":"blocked","operation":"lock","object":"b","holders":["T1"]},
{"thread":"T1","state":"blocked","operation":"lock","object":"a","holders":["main"]}]}]})";

// A temporary folder with a result.
class Folder {
 public:
  explicit Folder(const std::string& result) {
    files::create_directories(path_);
    std::ofstream(path_ + "/result.json") << result;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { files::remove_all(path_); }

  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_ = "/tmp/mcheck draw " + std::to_string(getpid());
};

ShellResult draw(const Folder& folder, const std::string& words) {
  return run_shell("cd " + quoted(folder / "") + " && " + kMcheck + " draw " + words + " 2>&1", 60);
}

std::string content_of(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

std::string result_error_of(const std::string& text) {
  const auto json = Json::parse(text);
  REQUIRE(std::holds_alternative<Json>(json));
  return result_error(std::get<Json>(json));
}

std::string refused(const std::vector<std::string>& words) {
  try {
    const auto line = read_command_line(words, [](const char*) -> const char* { return nullptr; });
    static_cast<void>(interpret(std::get<CommandLine>(line)));
  } catch (const UsageError& error) {
    return error.message;
  }
  return "accepted";
}

TEST_CASE("a result is drawn in every format, without the program") {
  const Folder folder(kDeadlock);
  for (const auto& [file, begins] :
       {std::pair{"bug.svg", "<?xml"}, std::pair{"bug.png", "\x89PNG"},
        std::pair{"bug.pdf", "%PDF"}, std::pair{"bug.dot", "digraph"},
        std::pair{"bug.mmd", "sequenceDiagram"}, std::pair{"bug.json", "{"}}) {
    const ShellResult ran = draw(folder, std::string("result.json -o ") + file);
    INFO(file << ": " << ran.out);
    CHECK(ran.code == 0);
    CHECK(ran.out == std::string("picture:  ") + file + "\n");
    CHECK(content_of(folder / file).starts_with(begins));
  }
  CHECK(draw(folder, "result.json --what waits --output waits.mmd").code == 0);
  CHECK(content_of(folder / "waits.mmd").find("held by") != std::string::npos);
}

TEST_CASE("a page holds all tests of a result, or the one that was named, with its sources") {
  const std::string good = R"({"format":1,"test":"good","verdict":"verified","failures":[]})";
  const Folder folder(std::string(R"({"format":1,"verdict":"bug","tests":[)") + good + "," +
                      kDeadlock + "]}");
  const ShellResult ran = draw(folder, "result.json -o bug.html");
  CHECK(ran.code == 0);
  CHECK(ran.out == "page:     bug.html\n");
  const std::string page = content_of(folder / "bug.html");
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.find(R"("test":"good")") != std::string::npos);
  CHECK(page.find("nobody can go on") != std::string::npos);
  CHECK(draw(folder, "result.json --test p -o one.html").code == 0);
  CHECK(content_of(folder / "one.html").find(R"("test":"good")") == std::string::npos);
  CHECK(draw(folder, "result.json -o /no/such/folder/bug.html").code == 2);
}

TEST_CASE("what cannot be drawn, or written, is said, and the exit code is 2") {
  const Folder folder(kDeadlock);
  const ShellResult unwritable = draw(folder, "result.json -o /no/such/folder/bug.svg");
  CHECK(unwritable.code == 2);
  CHECK(unwritable.out ==
        "mcheck: cannot write '/no/such/folder/bug.svg': No such file or directory\n"
        "  try      -o with another path\n");
  const ShellResult twins = draw(folder, "result.json --what twins -o bug.svg");
  CHECK(twins.code == 2);
  CHECK(twins.out.find("no passing execution is known") != std::string::npos);
  CHECK(draw(folder, "result.json --failure 3 -o bug.svg").out.find("there is no failure 3") !=
        std::string::npos);
  CHECK(draw(folder, "nothing.json -o bug.svg").out.find("cannot read 'nothing.json'") !=
        std::string::npos);
  CHECK(draw(folder, ". -o bug.svg").out.find("it is a folder") != std::string::npos);
  const ShellResult program = draw(folder, quoted(kMcheck) + " -o bug.svg");
  CHECK(program.out.find("is a program, and no schedule was given") != std::string::npos);
}

TEST_CASE("a verified result has nothing to draw, and says so") {
  const Folder folder(R"({"format":1,"verdict":"verified","failures":[]})");
  const ShellResult ran = draw(folder, "result.json -o bug.svg");
  CHECK(ran.code == 2);
  CHECK(ran.out.find("the result has no failures: its verdict is verified") != std::string::npos);
}

TEST_CASE("of several tests the first that failed is drawn, or the one that was named") {
  const Folder folder(std::string(R"({"format":1,"verdict":"bug","tests":[)") +
                      R"({"format":1,"test":"good","verdict":"verified","failures":[]},)" +
                      kDeadlock + "]}");
  CHECK(draw(folder, "result.json -o bug.mmd").code == 0);
  CHECK(draw(folder, "result.json --test p -o bug.mmd").code == 0);
  const ShellResult ran = draw(folder, "result.json --test q -o bug.mmd");
  CHECK(ran.out ==
        "mcheck: 'result.json' has no test 'q'\n"
        "  known    good and p\n");
}

TEST_CASE("a file that is no result is refused where it is wrong") {
  CHECK(result_error_of("[]") == "it is no JSON object");
  CHECK(result_error_of("{}") == "format is missing");
  CHECK(result_error_of(R"({"format":7})") == "it is of format 7, and this mcheck reads 1");
  CHECK(result_error_of(R"({"format":1})") == "verdict is missing");
  CHECK(result_error_of(R"({"format":1,"verdict":"bug"})") == "failures is no list");
  const auto failure = [](const std::string& members) {
    return result_error_of(R"({"format":1,"verdict":"bug","failures":[{)" + members + "}]}");
  };
  CHECK(failure("") == "failures[0].kind is missing");
  CHECK(failure(R"("kind":"bad luck")") == "failures[0].kind is 'bad luck', which is no failure");
  CHECK(failure(R"("kind":"check","trace":7)") == "failures[0].trace is no list");
  CHECK(failure(R"("kind":"check","trace":[{"thread":3}])") ==
        "failures[0].trace[0].thread is no text");
  CHECK(failure(R"("kind":"check","trace":[{"thread":"a","operation":"b","cause":1}])") ==
        "failures[0].trace[0].cause is no step of 0 to 0");
  CHECK(result_error_of(R"({"format":1,"verdict":"bug","tests":[{"failures":[{}]}]})") ==
        "tests[0].failures[0].kind is missing");
  CHECK(result_error_of(kDeadlock) == "");
  const Folder folder("{\n  \"format\": 1,\n  oops\n}");
  const ShellResult ran = draw(folder, "result.json -o bug.svg");
  CHECK(ran.code == 2);
  CHECK(ran.out.find("'result.json' is not a result of mcheck: line 3") != std::string::npos);
}

TEST_CASE("what mcheck draw needs is named") {
  CHECK(refused({"draw"}) ==
        "mcheck: nothing was given to mcheck draw\n"
        "  wanted   a file of --json, or a program and a schedule\n"
        "  try      mcheck draw result.json -o bug.svg\n");
  CHECK(refused({"draw", "r.json"}) ==
        "mcheck: no output file was given\n"
        "  wanted   one that ends in .svg, .png, .pdf, .dot, .mmd or .json, or a page, .html\n"
        "  try      mcheck draw r.json -o bug.svg\n");
  CHECK(refused({"draw", "r.json", "-o", "bug.bmp"}) ==
        "mcheck: '--output bug.bmp' is not a picture format\n"
        "  wanted   a file that ends in .svg, .png, .pdf, .dot, .mmd or .json, or a page, .html\n"
        "  try      --output bug.svg\n");
  CHECK(refused({"draw", "r.json", "-o", "b.svg", "--what", "twin"}) ==
        "mcheck: '--what twin' is unknown\n"
        "  wanted   one of execution, waits, search and twins\n"
        "  try      --what twins\n");
  CHECK(refused({"draw", "r.json", "-o", "b.html", "--what", "twins"}) ==
        "mcheck: '--what twins' does not apply to a page, which shows all\n"
        "  wanted   a picture\n"
        "  try      -o b.html without --what\n");
  CHECK(refused({"draw", "r.json", "-o", "b.html", "--failure", "2"}) ==
        "mcheck: '--failure 2' does not apply to a page, which contains all\n"
        "  wanted   a picture\n"
        "  try      b.html#failure=2\n");
  CHECK(refused({"explore", "p", "--tree", "t.json"}).find("--tree") != std::string::npos);
}

}  // namespace
}  // namespace mcheck::command::draw_test
