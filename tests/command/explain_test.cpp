// SPDX-License-Identifier: MIT
// Every failure has its own id and a page, and everything that pages refer to exists.
#include "programs/mcheck/commands/explain.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "engine/trace/failures/failure_id.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command::explain_test {
namespace {

const std::string kRoot = MCHECK_SOURCE_DIRECTORY;

std::vector<FailureKind> kinds_of_programs() {
  std::vector<FailureKind> kinds = failure_kinds();
  std::erase(kinds, FailureKind::kRequest);  // not a failure of the program
  return kinds;
}

std::vector<std::string> sections_of(const FailurePage& page) {
  std::vector<std::string> sections;
  const std::string text(page.text);
  for (std::size_t at = text.find("\n## "); at != std::string::npos;
       at = text.find("\n## ", at + 1)) {
    sections.push_back(text.substr(at + 4, text.find('\n', at + 1) - at - 4));
  }
  return sections;
}

std::string refused(const std::string& failure) {
  try {
    return explanation(failure);
  } catch (const UsageError& error) {
    return error.message;
  }
}

}  // namespace

TEST_CASE(
    "every kind of failure has an id, and only a check and an assertion share one, and limits") {
  std::map<std::string, std::set<std::string>> names;
  for (const FailureKind kind : kinds_of_programs()) {
    const std::string id = id_of(kind);
    CAPTURE(name_of(kind));
    CHECK(std::regex_match(id, std::regex("MC0[0-9][0-9]")));
    CHECK(id != kNotRepeatableId);
    names[id].insert(name_of(kind));
  }
  for (const auto& [id, kinds_with_id] : names) {
    CAPTURE(id);
    if (id == "MC002") {
      CHECK(kinds_with_id == std::set<std::string>{"assertion", "check"});
    } else if (id == "MC030") {
      CHECK(kinds_with_id.size() == 5);
    } else {
      CHECK(kinds_with_id.size() == 1);
    }
  }
  CHECK(std::string(id_of(FailureKind::kRequest)).empty());
}

TEST_CASE(
    "every kind of failure has a page with its name, and so has what does not repeat itself") {
  for (const FailureKind kind : kinds_of_programs()) {
    CAPTURE(name_of(kind));
    CHECK(explanation(id_of(kind)) == explanation(name_of(kind)));
    CHECK(explanation(id_of(kind)).starts_with("# " + std::string(id_of(kind)) + " "));
  }
  CHECK(explanation("not-repeatable") == explanation(kNotRepeatableId));
}

TEST_CASE("each id and each name is that of one page") {
  std::set<std::string> words;
  for (const FailurePage& page : failure_pages()) {
    CAPTURE(page.id());
    CHECK(words.insert(page.id()).second);
    CHECK(words.insert(page.name()).second);
    CHECK_FALSE(page.title().empty());
  }
}

TEST_CASE("all pages have the same sections, and the index has all pages") {
  std::ifstream file(kRoot + "/docs/failures/README.md");
  const std::string index(std::istreambuf_iterator<char>(file), {});
  for (const FailurePage& page : failure_pages()) {
    CAPTURE(page.id());
    CHECK(sections_of(page) == std::vector<std::string>{"What it is", "An example", "The picture",
                                                        "Usual causes", "Cures"});
    CHECK(index.find("| [" + page.id() + "](" + page.id() + ".md) | `" + page.name() + "` | " +
                     page.title() + " |") != std::string::npos);
  }
}

TEST_CASE("programs and pages that a page speaks of are there") {
  const std::regex path(R"((programs|tests|docs)/[a-z_/]+\.[a-z]+)");
  for (const FailurePage& page : failure_pages()) {
    const std::string text(page.text);
    for (std::sregex_iterator it(text.begin(), text.end(), path), end; it != end; ++it) {
      CAPTURE(page.id(), it->str());
      CHECK(std::filesystem::exists(kRoot + "/" + it->str()));
    }
  }
}

TEST_CASE("a failure is found by what people call it") {
  const std::string race = explanation("MC001");
  for (const char* word : {"mc001", "race", "data-race", "data race", "Race"}) {
    CAPTURE(word);
    CHECK(explanation(word) == race);
  }
  CHECK(explanation("failed check") == explanation("MC002"));
}

TEST_CASE("without a word all failures are listed, and an unknown word names a near one") {
  const std::string list = explanation("");
  for (const FailurePage& page : failure_pages()) {
    CHECK(list.find(page.id() + "  " + page.name()) != std::string::npos);
  }
  CHECK(refused("deadlok") ==
        "mcheck: there is no failure 'deadlok'\n"
        "  known    mcheck explain     (lists them)\n"
        "  try      mcheck explain deadlock\n");
}

}  // namespace mcheck::command::explain_test
