// SPDX-License-Identifier: MIT
// `mcheck conflicts` on programs/conflicts finds the pairs whose lines are marked in the source
// (programs/conflicts/server/testing.hpp says how), and no others.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::conflicts_test {
namespace {

namespace fs = std::filesystem;

using Lines = std::set<std::string>;  // "cache.cpp:34"
using Pairs = std::set<std::pair<std::string, std::string>>;

const fs::path kSources = MCHECK_SOURCE_DIRECTORY "/programs/conflicts";

std::string mcheck_conflicts(const std::string& program, const std::string& options) {
  return quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " conflicts " +
         quoted(MCHECK_BINARY_DIRECTORY "/conflicts/" + program) + " " + options;
}

std::pair<std::string, std::string> in_order(std::string one, std::string other) {
  return one < other ? std::pair{one, other} : std::pair{other, one};
}

Pairs planted_pairs(const std::vector<fs::path>& files) {
  std::map<std::string, std::pair<Lines, Lines>> marks;
  const std::regex mark("([0-9]+) (ab|a|b)");
  for (const fs::path& file : files) {
    std::ifstream source(file);
    int number = 0;
    for (std::string line; std::getline(source, line);) {
      ++number;
      const std::size_t at = line.find("// planted ");
      if (at == std::string::npos || line.starts_with("//")) continue;
      const std::string place = file.filename().string() + ":" + std::to_string(number);
      const std::string rest = line.substr(at);
      for (std::sregex_iterator each(rest.begin(), rest.end(), mark), end; each != end; ++each) {
        auto& [first, second] = marks[(*each)[1]];
        if ((*each)[2].str().find('a') != std::string::npos) first.insert(place);
        if ((*each)[2].str().find('b') != std::string::npos) second.insert(place);
      }
    }
  }
  Pairs pairs;
  for (const auto& [name, sides] : marks) {
    for (const std::string& one : sides.first) {
      for (const std::string& other : sides.second) pairs.insert(in_order(one, other));
    }
  }
  return pairs;
}

Json conflicts_of(const std::string& program, const std::string& options) {
  const ShellResult ran = run_shell(mcheck_conflicts(program, "--format json " + options), 300);
  INFO(ran.what << "\n" << ran.out);
  auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& result = std::get<Json>(parsed);
  const bool found = !result["tests"].elements()[0]["pairs"].elements().empty();
  CHECK((ran.code == 1) == found);
  return result;
}

std::string place_of(const Json& site) {
  return fs::path(site["file"].text()).filename().string() + ":" +
         std::to_string(site["line"].integer());
}

Pairs found(const Json& test) {
  Pairs pairs;
  for (const Json& pair : test["pairs"].elements()) {
    pairs.insert(in_order(place_of(pair["first"]), place_of(pair["second"])));
  }
  return pairs;
}

// The schedule replays to a conflict between these two places.
void replays(const std::string& program, const Json& pair) {
  const ShellResult ran = run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " replay " +
                                    quoted(MCHECK_BINARY_DIRECTORY "/conflicts/" + program) + " " +
                                    pair["schedule"].text() + " --json -");
  INFO(ran.what << "\n" << ran.out);
  CHECK(ran.code == 1);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& failures = std::get<Json>(parsed)["failures"];
  REQUIRE(failures.elements().size() == 1);
  CHECK(failures.elements()[0]["kind"].text() == "conflict");
  const std::string message = failures.elements()[0]["message"].text();
  for (const char* side : {"first", "second"}) {
    CHECK(message.find(place_of(pair[side])) != std::string::npos);
  }
}

std::vector<std::string> small_programs() {
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(kSources)) {
    const std::string name = file.path().stem();
    if (file.path().extension() == ".cpp" && name != "containers") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("conflicts of small programs are those that are marked, and replay") {
  REQUIRE(small_programs().size() > 10);
  for (const std::string& name : small_programs()) {
    INFO(name);
    const fs::path config = kSources / (name + ".toml");
    const std::string options = fs::exists(config) ? "--config " + quoted(config.string()) : "";
    const Json result = conflicts_of(name, options);
    const Json& test = result["tests"].elements()[0];
    CHECK(found(test) == planted_pairs({kSources / (name + ".cpp")}));
    CHECK(name.ends_with("_right") == test["pairs"].elements().empty());
    if (!options.empty()) continue;  // a replay without the configuration names other calls
    for (const Json& pair : test["pairs"].elements()) replays(name, pair);
  }
}

TEST_CASE("of a large test binary all planted conflicts are found, and no other") {
  std::vector<fs::path> files;
  std::size_t lines = 0;
  for (const auto& file : fs::directory_iterator(kSources / "server")) {
    files.push_back(file.path());
    std::ifstream source(file.path());
    for (std::string line; std::getline(source, line);) ++lines;
  }
  CHECK(lines >= 2000);
  const Pairs planted = planted_pairs(files);
  REQUIRE(planted.size() == 11);
  for (const char* seed : {"0", "1", "2"}) {
    const Json result = conflicts_of("server", "--executions 60 --seed " + std::string(seed));
    CHECK(found(result["tests"].elements()[0]) == planted);
  }
  const Json result = conflicts_of("server", "--executions 60");
  for (const Json& pair : result["tests"].elements()[0]["pairs"].elements()) {
    replays("server", pair);
  }
}

TEST_CASE("calls on every container are classified as writes or reads") {
  const std::string kinds =
      "vector,deque,list,set,multiset,map,multimap,unordered_set,unordered_map,queue,stack,"
      "priority_queue,forward_list,string,shared_ptr";
  const Json wrong = conflicts_of("containers", "--executions 100 --cases " + kinds);
  std::istringstream names(kinds);
  for (const Json& test : wrong["tests"].elements()) {
    std::string name;
    std::getline(names, name, ',');
    INFO(name);
    REQUIRE(test["pairs"].elements().size() == 1);
    const Json& pair = test["pairs"].elements()[0];
    const std::string type = "std::" + name + "<";
    for (const char* side : {"first", "second"}) {
      const std::string call = pair[side]["call"].text();
      INFO(call);
      CHECK((call.starts_with(type) || call.starts_with("std::string::")));
    }
    CHECK(pair["first"]["writes"].boolean());
    CHECK(pair["second"]["reads"].boolean());
  }
  const Json right = conflicts_of("containers", "--cases " + kinds + " -- right");
  CHECK(right["tests"].elements().size() == wrong["tests"].elements().size());
  for (const Json& test : right["tests"].elements()) {
    CHECK(test["pairs"].elements().empty());
    CHECK(test["complete"].boolean());
  }
}

TEST_CASE("calls on streams are reported by their names") {
  const Json result = conflicts_of("text_streams", "");
  for (const Json& pair : result["tests"].elements()[0]["pairs"].elements()) {
    for (const char* side : {"first", "second"}) {
      const std::string call = pair[side]["call"].text();
      INFO(call);
      const bool known = call.ends_with("::operator<<") || call.ends_with("::operator>>") ||
                         call == "std::ostringstream::str" || call == "std::stringbuf::str";
      CHECK(known);
      CHECK(call.starts_with("std::"));
    }
  }
}

TEST_CASE("a race that needs a pause far from the second access is found by a trap, not by luck") {
  const Json result = conflicts_of("far_pause", "--executions 20");
  CHECK(found(result["tests"].elements()[0]).size() == 1);
  const ShellResult luck = run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " +
                                     quoted(MCHECK_BINARY_DIRECTORY "/conflicts/far_pause") +
                                     " --strategy random --executions 20");
  CHECK(luck.code == 3);
}

TEST_CASE("conflicts are written to a file for each test, and as SARIF") {
  const fs::path out = fs::temp_directory_path() / "mcheck_conflicts_test";
  fs::remove_all(out);
  const ShellResult ran = run_shell(mcheck_conflicts(
      "containers", "--format sarif --executions 50 --cases list,set --out " + quoted(out)));
  INFO(ran.out);
  CHECK(ran.code == 1);
  for (const char* name : {"list.pairs", "set.pairs"}) {
    std::ifstream file(out / name);
    std::string line;
    REQUIRE(std::getline(file, line));
    CHECK(std::count(line.begin(), line.end(), '\t') == 3);
    CHECK(line.find("containers.cpp:") != std::string::npos);
    CHECK_FALSE(std::getline(file, line));
  }
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& sarif = std::get<Json>(parsed);
  CHECK(sarif["version"].text() == "2.1.0");
  const Json& run = sarif["runs"].elements()[0];
  CHECK(run["tool"]["driver"]["name"].text() == "mcheck");
  CHECK(run["tool"]["driver"]["rules"].elements()[0]["id"].text() == "MC027");
  REQUIRE(run["results"].elements().size() == 2);
  const Json& first = run["results"].elements()[0];
  CHECK(first["ruleId"].text() == "MC027");
  CHECK(first["locations"].elements()[0]["physicalLocation"]["region"]["startLine"].integer() > 0);
  CHECK(first["relatedLocations"].elements().size() == 1);
  CHECK_FALSE(first["message"]["text"].text().empty());
  fs::remove_all(out);
}

TEST_CASE("conflicts found in processes of their own are the same, and replay there") {
  const Json shared = conflicts_of("shared_pool", "--executions 60 --isolate none");
  const Json isolated = conflicts_of("shared_pool", "--executions 60 --isolate fork");
  const Json& before = shared["tests"].elements()[0];
  const Json& after = isolated["tests"].elements()[0];
  CHECK(before["pairs"].dump() == after["pairs"].dump());
  REQUIRE_FALSE(after["pairs"].elements().empty());
  CHECK(before["executions"].natural() == after["executions"].natural());
}

}  // namespace mcheck::conflicts_test
