// SPDX-License-Identifier: MIT
// Fingerprints survive moved lines: an alert that was dismissed must not come back.
#include <unistd.h>

#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::moved_lines_test {
namespace {

namespace files = std::filesystem;

// Compiles the source as `program` in this folder, with these lines in front, and explores it.
std::string fingerprint_of(const files::path& folder, const std::string& source,
                           const std::string& lines) {
  files::create_directories(folder);
  std::ofstream copy(folder / "program.c");
  copy << lines << std::ifstream(kPrograms / "unmodified" / source).rdbuf();
  copy.close();
  const std::string mcheck = quoted(kBinaries + "mcheck");
  const ShellResult ran = run_shell("cd " + quoted(folder.string()) + " && " + mcheck +
                                    " cc -g program.c -o program && " + mcheck +
                                    " explore ./program --quiet --sarif s.json 2>&1");
  INFO(ran.out);
  REQUIRE(ran.code == 1);
  std::ostringstream text;
  text << std::ifstream(folder / "s.json").rdbuf();
  const auto parsed = Json::parse(text.str());
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& reported =
      std::get<Json>(parsed)["runs"].elements().at(0)["results"].elements().at(0);
  return reported["partialFingerprints"].dump();
}

}  // namespace

TEST_CASE("a race, a deadlock and a failed check are the same ones when their lines have moved") {
  const files::path folder =
      files::temp_directory_path() / ("mcheck-moved-" + std::to_string(getpid()));
  std::vector<std::string> prints;
  for (const char* source : {"flag_publication.c", "abba_deadlock.c", "lost_update.c"}) {
    INFO(source);
    prints.push_back(fingerprint_of(folder / "before", source, ""));
    CHECK(fingerprint_of(folder / "after", source, "\n/* new */\n\n\n") == prints.back());
  }
  files::remove_all(folder);
  CHECK(prints[0] != prints[1]);
  CHECK(prints[1] != prints[2]);
}

}  // namespace mcheck::expected::moved_lines_test
