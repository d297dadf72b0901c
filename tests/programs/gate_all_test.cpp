// SPDX-License-Identifier: MIT
// mcheck gates itself: one gate over every row of the tables programs/*/expected.tsv.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/trace/failure_id.hpp"
#include "tests/programs/expected.hpp"

namespace mcheck {
namespace {

namespace files = std::filesystem;

std::string list_of(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "\"" : ", \"") + word + "\"";
  return "[" + list + "]";
}

bool is_number(const std::string& word) {
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
}

// A row's words as the keys of a kernel.
std::string keys_of(const std::string& words) {
  std::istringstream in(words);
  std::vector<std::string> arguments;
  std::string keys;
  std::string options = "minimise = \"off\"";  // that each is found is enough
  for (std::string word; in >> word;) {
    if (word == "--") {
      arguments.assign(std::istream_iterator<std::string>(in), {});
      break;
    }
    std::string value;
    in >> value;
    if (word == "--test") {
      keys += "test = \"" + value + "\"\n";
    } else {
      const bool plain =
          is_number(value) && value.find_first_not_of("0123456789") == std::string::npos;
      const std::string text = value.empty() ? "true" : plain ? value : "\"" + value + "\"";
      options += ", " + word.substr(2) + " = " + text;
    }
  }
  return keys + "options = { " + options + " }\n" +
         (arguments.empty() ? "" : "arguments = " + list_of(arguments) + "\n");
}

std::string id_of_kind(const std::string& name) {
  FailureKind kind{};
  return parse_failure_kind(name, kind) ? id_of(kind) : "";
}

std::string kernel_of(const std::string& folder, const std::string& program,
                      const expected::Row& row, std::size_t number) {
  std::string text = "[[kernel]]\nname = \"" + std::to_string(number) + " " + folder + " " +
                     row.program + "\"\nprogram = \"" + program + "\"\nexpect = \"" + row.verdict +
                     "\"\n" + keys_of(row.options);
  if (row.verdict == "bug") text += "allow = [\"" + id_of_kind(row.kind) + "\"]\n";
  return text;
}

// The programs of these folders have these names; the table language has its own test.
std::string gate_text() {
  std::string text = "[gate]\nbudget = \"20m\"\ncache = \"cache.json\"\n";
  std::size_t number = 0;
  std::vector<std::string> folders = {"classic", "queues"};
  if (std::getenv("MCHECK_DEEP") != nullptr) {  // minutes: their programs hang, crash, draw lots
    folders.insert(folders.end(), {"failures", "unmodified"});
  }
  for (const std::string& folder : folders) {
    const std::string at = expected::kBinaries + (folder == "unmodified" ? "unmodified/" : "");
    for (const expected::Row& row : expected::rows_of(folder)) {
      text += kernel_of(folder, at + row.program, row, ++number);
    }
  }
  return text;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TEST_CASE("a gate over all sample programs says the truth for each, and again from its cache") {
  const files::path folder =
      files::temp_directory_path() / ("mcheck-all-" + std::to_string(getpid()));
  files::create_directories(folder);
  std::ofstream(folder / "mcheck.toml") << gate_text();
  const std::string command = "cd " + quoted(folder.string()) + " && " +
                              quoted(expected::kBinaries + "mcheck") + " gate 2>&1";
  const auto begin = std::chrono::steady_clock::now();
  const Ran first = run_shell(command, 1200);
  const double before = seconds_since(begin);
  {
    INFO(first.out);
    CHECK(first.code == 0);
    CHECK(first.out.find("FAILED") == std::string::npos);
    CHECK(first.out.find("BROKEN") == std::string::npos);
  }
  const auto again = std::chrono::steady_clock::now();
  const Ran second = run_shell(command);
  const double after = seconds_since(again);
  files::remove_all(folder);
  INFO(second.out);
  CHECK(second.code == 0);
  CHECK(second.out.find(" from the cache; ") != std::string::npos);
  CHECK(after < before);
}

}  // namespace mcheck
