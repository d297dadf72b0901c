// SPDX-License-Identifier: MIT
// The command prints the kept counterexamples as approved (tests/visualize/stories.hpp).
#include "tests/visualize/stories.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/support/shell.hpp"

namespace mcheck {
namespace {

std::string golden_file(const KeptStory& story) {
  return std::string(MCHECK_SOURCE_DIRECTORY "/tests/visualize/goldens/") + story.name + ".story";
}

std::string text_in(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Removes the path of the source directory, which differs between machines.
void forget_folder(const std::string& path) {
  const std::string folder = MCHECK_SOURCE_DIRECTORY "/";
  std::string text = text_in(path);
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
    text.erase(at, folder.size());
  }
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("a kept story is what the command tells today") {
  const bool approve = std::getenv("MCHECK_APPROVE") != nullptr;
  for (const KeptStory& story : kKeptStories) {
    std::string command = "cd " + quoted(MCHECK_BINARY_DIRECTORY) + " && ./mcheck explore ./" +
                          story.program + " --time 60s " + story.options;
    if (approve) command += " --json " + quoted(result_file(story));
    const Ran ran = run_shell(command);
    INFO(ran.what);
    CHECK(ran.code == 1);
    const std::string told = story_of(ran.out);
    if (approve) {
      std::ofstream(golden_file(story)) << told;
      forget_folder(result_file(story));
    }
    CHECK(told == text_in(golden_file(story)));
  }
}

}  // namespace mcheck
