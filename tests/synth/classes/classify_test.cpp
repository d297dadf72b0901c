// SPDX-License-Identifier: MIT
// `mcheck synth --classify` on a folder of headers: the table, and a run that is killed and
// continued.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::classify_test {
namespace {

namespace files = std::filesystem;

// A folder of three headers: two counters, and an abstract class.
class HeaderFolder {
 public:
  HeaderFolder()
      : folder_(files::temp_directory_path() / ("mcheck-classify-" + std::to_string(getpid()))) {
    files::remove_all(folder_);
    files::create_directories(folder_ / "include");
    write_counter("apples", false);
    write_counter("pears", true);
    write("include/shape.hpp", "class shape {\n public:\n  virtual int area() const = 0;\n};\n");
  }
  HeaderFolder(const HeaderFolder&) = delete;
  HeaderFolder& operator=(const HeaderFolder&) = delete;
  ~HeaderFolder() { files::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  void write_counter(const std::string& name, bool locks) const {
    write("include/" + name + ".hpp",
          "#pragma once\n#include <mutex>\nclass " + name + " {\n public:\n  void add() {\n    " +
              (locks ? "const std::lock_guard guard(mutex_);\n    " : "") +
              "++value_;\n  }\n private:\n  std::mutex mutex_;\n  int value_ = 0;\n};\n");
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] files::path path(const std::string& name) const { return folder_ / name; }

  [[nodiscard]] ShellResult classify() const { return run(command()); }
  // Killed, with its children, as soon as the first class is finished.
  [[nodiscard]] ShellResult classify_until_first() const {
    return run("setsid " + command() +
               " & pid=$!\n"
               "until [ -s out/classify.unfinished ]; do sleep 0.01; done\n"
               "kill -KILL -$pid; wait $pid; echo killed $?");
  }

 private:
  [[nodiscard]] static std::string command() {
    return quoted(MCHECK_BINARY_DIRECTORY "/mcheck") +
           " synth --classify include --out out --json table.json --markdown table.md";
  }
  [[nodiscard]] ShellResult run(const std::string& line) const {
    return run_shell("cd " + quoted(folder_) + " && { " + line + "\n} 2>&1", 180);
  }

  files::path folder_;
};

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("a run over a folder that is killed continues, and ends with the same table") {
  const HeaderFolder folder;
  const ShellResult killed = folder.classify_until_first();
  INFO(killed.out);
  REQUIRE_THAT(killed.out, Catch::EndsWith("killed 137\n"));
  REQUIRE(lines_of(folder.read("out/classify.unfinished")) < 3);
  CHECK_FALSE(files::exists(folder.path("table.json")));

  // The first class is not tested again: its program is not built again.
  REQUIRE(files::remove(folder.path("out/apples/harness")));
  const ShellResult continued = folder.classify();
  INFO(continued.out);
  CHECK(continued.code == 1);
  CHECK_FALSE(files::exists(folder.path("out/apples/harness")));
  CHECK_FALSE(files::exists(folder.path("out/classify.unfinished")));
  const std::string table = folder.read("table.md");
  const std::string json = folder.read("table.json");

  const ShellResult whole = folder.classify();
  INFO(whole.out);
  CHECK(files::exists(folder.path("out/apples/harness")));
  CHECK(whole.code == continued.code);
  CHECK(whole.out == continued.out);
  CHECK(folder.read("table.md") == table);
  CHECK(folder.read("table.json") == json);
  const auto parsed = Json::parse(json);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const auto& classes = std::get<Json>(parsed)["classes"].elements();
  REQUIRE(classes.size() == 3);
  CHECK(classes[0]["verdict"].text() == "unsafe");
  CHECK(classes[0]["pairs"].texts() == std::vector<std::string>{"add beside add: data race"});
  CHECK(classes[1]["verdict"].text() == "no violation found");
  CHECK(classes[2]["verdict"].text() == "cannot tell");
}

TEST_CASE("a class whose header has changed since a run was killed is tested again") {
  const HeaderFolder folder;
  const ShellResult killed = folder.classify_until_first();
  INFO(killed.out);
  REQUIRE_THAT(folder.read("out/classify.unfinished"), Catch::Contains("\"unsafe\""));
  folder.write_counter("apples", true);
  const ShellResult continued = folder.classify();
  INFO(continued.out);
  CHECK(continued.code == 0);
  CHECK_THAT(continued.out, !Catch::Contains("unsafe"));
}

}  // namespace mcheck::classify_test
