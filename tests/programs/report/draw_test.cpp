// SPDX-License-Identifier: MIT
// Pictures of real searches: from a result, from a program with a schedule, and of the search
// itself.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::draw_test {
namespace {

const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";
const std::string kCommand = quoted(kBinaries + "mcheck");

std::string scratch(const std::string& name) {
  return std::filesystem::temp_directory_path() /
         ("mcheck_draw_" + std::to_string(getpid()) + name);
}

// Returns the file's text and removes the file.
std::string read_and_remove(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  return content.str();
}

Json explored(const std::string& program, const std::string& words) {
  const std::string file = scratch(".json");
  const ShellResult ran = run_shell(kCommand + " explore " + quoted(kBinaries + program) +
                                    " --time 60 " + words + " --json " + quoted(file));
  INFO(ran.out);
  auto result = Json::parse(read_and_remove(file));
  REQUIRE(std::holds_alternative<Json>(result));
  return std::get<Json>(std::move(result));
}

std::map<std::string, int> ends_of(const Json& tree) {
  std::map<std::string, int> ends;
  for (const Json& node : tree["nodes"].elements()) {
    if (!node["end"].text().empty()) ++ends[node["end"].text()];
  }
  return ends;
}

TEST_CASE("a schedule and the result it came from are the same picture") {
  const Json result = explored("lost_update", "");
  const std::string file = scratch(".json");
  std::ofstream(file) << result.dump();
  const std::string schedule = result["failures"].elements()[0]["schedule"].text();
  const std::string from_result = scratch("_a.mmd");
  const std::string from_schedule = scratch("_b.mmd");
  CHECK(run_shell(kCommand + " draw " + quoted(file) + " -o " + quoted(from_result)).code == 0);
  CHECK(run_shell(kCommand + " draw " + quoted(kBinaries + "lost_update") + " " + schedule +
                  " -o " + quoted(from_schedule))
            .code == 0);
  const std::string text = read_and_remove(from_result);
  CHECK(text.starts_with("sequenceDiagram\n  title MC002 failed check in lost_update\n"));
  CHECK(text.find("✗ check failed") != std::string::npos);
  CHECK(read_and_remove(from_schedule).substr(0, 60) == text.substr(0, 60));
  std::filesystem::remove(file);
}

TEST_CASE("a page of a schedule replays it, and one of a result has the same steps and sources") {
  const Json result = explored("lost_update", "");
  const std::string file = scratch(".json");
  std::ofstream(file) << result.dump();
  const std::string schedule = result["failures"].elements()[0]["schedule"].text();
  const std::string program = kBinaries + "lost_update";
  const std::string page = scratch(".html");
  const std::string source = "const int seen = count.load();";
  const auto page_of = [&](const std::string& words) {
    const ShellResult ran = run_shell(kCommand + " draw " + words + " -o " + quoted(page));
    INFO(ran.out);
    CHECK(ran.code == 0);
    return read_and_remove(page);
  };
  const std::string schedule_page = page_of(quoted(program) + " " + schedule);
  CHECK(schedule_page.find("mcheck replay " + program + " " + schedule) != std::string::npos);
  CHECK(schedule_page.find(R"("replayed":true)") != std::string::npos);
  CHECK(schedule_page.find(source) != std::string::npos);
  const std::string result_page = page_of(quoted(file));
  CHECK(result_page.find("mcheck replay lost_update " + schedule) != std::string::npos);
  CHECK(result_page.find(R"("replayed":false)") != std::string::npos);
  CHECK(result_page.find(R"("passing":[{)") != std::string::npos);
  std::filesystem::remove(file);
}

// Two threads load 0 in any order, then either store may be last: 2 executions fail. In two others
// one thread does both steps before the other starts.
TEST_CASE(
    "the tree of a small search has all of its executions, and says that nothing is missing") {
  const std::string picture = scratch(".dot");
  const Json result = explored("lost_update", "--keep-going --tree " + quoted(picture));
  const Json& tree = result["tree"];
  CHECK(ends_of(tree) == std::map<std::string, int>{{"check", 2}, {"finished", 2}});
  CHECK(tree["complete"].boolean());
  CHECK(tree["left_out"].integer() == 0);
  CHECK(read_and_remove(picture).find("✗ check") != std::string::npos);
  CHECK(explored("lost_update", "")["tree"].is_null());
}

TEST_CASE("the tree of a search that ended at a bug does not claim to be all of it") {
  const std::string picture = scratch(".mmd");
  const Json result = explored("lost_update", "--strategy dfs --tree " + quoted(picture));
  CHECK_FALSE(result["tree"]["complete"].boolean());
  CHECK(read_and_remove(picture).starts_with("flowchart LR\n"));
}

TEST_CASE("a tree that is too large is cut, and says by how much") {
  const std::string picture = scratch(".dot");
  const Json result =
      explored("lost_update_right", "--strategy random --executions 40 --tree " + quoted(picture));
  const Json small = result["tree"];
  CHECK(small["left_out"].integer() == 0);
  const Json large =
      explored("philosophers_right", "--strategy dfs --executions 3000 --tree " + quoted(picture));
  const Json& tree = large["tree"];
  CHECK(tree["nodes"].elements().size() <= 300);
  CHECK(tree["left_out"].integer() > 0);
  CHECK_FALSE(tree["complete"].boolean());
  CHECK(tree["statistics"]["executions"].integer() > tree["left_out"].integer());
  CHECK(read_and_remove(picture).find("not shown") != std::string::npos);
}

}  // namespace
}  // namespace mcheck::draw_test
