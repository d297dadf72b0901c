// SPDX-License-Identifier: MIT
// Every link has a valid target, and every file that a page, a comment or a message names exists.
// Addresses of other sites are only checked for their form: tests have no network.
#include "tests/docs/links.hpp"

#include <catch2/catch.hpp>

#include "tests/docs/page.hpp"

namespace mcheck::docs::links_test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = MCHECK_SOURCE_DIRECTORY;

// Sources whose comments and messages may name pages.
std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  for (const char* layer : {"engine", "dpor", "programs", "tests", "visualize"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / layer)) {
      const fs::path extension = entry.path().extension();
      if (extension == ".cpp" || extension == ".hpp" || extension == ".cmake" ||
          extension == ".sh" || extension == ".txt") {
        found.push_back(entry.path());
      }
    }
  }
  return found;
}

bool names_a_page(const std::string& file) {
  return file.starts_with("docs/") && file.ends_with(".md");
}

}  // namespace

TEST_CASE("every link, anchor and image of the README and the docs is there") {
  int links = 0;
  for (const fs::path& page : pages()) {
    for (const std::string& target : targets_of(text_of(page))) {
      INFO(page.string() << ": " << target);
      CHECK(link_error(target, page).empty());
      ++links;
    }
  }
  CHECK(links > 200);
}

TEST_CASE("every page can be reached from the README by links") {
  std::set<fs::path> reached;
  std::vector<fs::path> next = {kRoot / "README.md"};
  while (!next.empty()) {
    const fs::path page = next.back();
    next.pop_back();
    if (!reached.insert(page).second) continue;
    for (const std::string& target : targets_of(text_of(page))) {
      const std::string file = target.substr(0, target.find('#'));
      if (file.ends_with(".md")) next.push_back((page.parent_path() / file).lexically_normal());
    }
  }
  for (const fs::path& page : pages()) {
    INFO(page.string());
    CHECK(reached.contains(page));
  }
}

TEST_CASE("every file of the repository that a page names is there") {
  int named = 0;
  for (const fs::path& page : pages()) {
    for (const std::string& file : files_named_in(text_of(page))) {
      INFO(page.string() << " names " << file);
      CHECK(fs::exists(kRoot / file));
      ++named;
    }
  }
  CHECK(named > 100);
}

TEST_CASE("every page that a help text, a message or a comment names is there") {
  int named = 0;
  for (const fs::path& source : sources()) {
    if (source.filename() == "links_test.cpp") continue;
    for (const std::string& file : files_named_in(text_of(source))) {
      if (!names_a_page(file)) continue;
      INFO(source.string() << " names " << file);
      CHECK(fs::exists(kRoot / file));
      ++named;
    }
  }
  CHECK(named > 20);
}

TEST_CASE("a link that leads nowhere is caught, whatever is wrong with it") {
  const fs::path page = kRoot / "docs" / "limits.md";
  CHECK(link_error("cli.md", page).empty());
  CHECK(link_error("cli.md#mcheck-explore", page).empty());
  CHECK(link_error("../README.md#next", page).empty());
  CHECK_FALSE(link_error("cli.mdx", page).empty());
  CHECK_FALSE(link_error("cli.md#mcheck-exploer", page).empty());
  CHECK_FALSE(link_error("#no-such-heading", page).empty());
  CHECK_FALSE(link_error("../../elsewhere.md", page).empty());
  CHECK_FALSE(link_error("", page).empty());
  CHECK(link_error("https://ui.perfetto.dev", page).empty());
  CHECK(link_error("https://example.org/a_(b)", page) == "is no address");
  CHECK_FALSE(link_error("https://example", page).empty());
  CHECK_FALSE(link_error("http//example.org", page).empty());
}

TEST_CASE("code contains no links, and headings become anchors") {
  CHECK(targets_of("[a](b.md) and ![c](d.png), <https://e.org>\n") ==
        std::vector<std::string>{"b.md", "d.png", "https://e.org"});
  CHECK(targets_of("`[a](b.md)`\n```cpp\nf[a](b.md);\n```\n<!-- [a](b.md) -->\n").empty());
  CHECK(anchors_of(
            "# A page\n## What \"verified\" means\n## `--jobs N`\n## A page\n```sh\n# no\n```\n") ==
        std::set<std::string>{"a-page", "what-verified-means", "--jobs-n", "a-page-1"});
  CHECK(files_named_in("see docs/no.md, (tests/a/b_test.cpp) and my/docs/x.md or docs/*.md") ==
        std::set<std::string>{"docs/no.md", "tests/a/b_test.cpp"});
}

}  // namespace mcheck::docs::links_test
