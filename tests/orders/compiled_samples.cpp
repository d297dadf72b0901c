// SPDX-License-Identifier: MIT
#include "tests/orders/compiled_samples.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

namespace mcheck {

CompiledSamples::CompiledSamples() {
  std::string pattern = std::filesystem::temp_directory_path() / "mcheck-orders-XXXXXX";
  REQUIRE(mkdtemp(pattern.data()) != nullptr);
  folder_ = pattern;
}

CompiledSamples::~CompiledSamples() { std::filesystem::remove_all(folder_); }

ShellResult CompiledSamples::shell(const std::string& words) const {
  return run_shell("cd " + quoted(folder_) + " && " + words, 300);
}

ShellResult CompiledSamples::mcheck(const std::string& words) const {
  return shell(MCHECK_BINARY_DIRECTORY "/mcheck " + words);
}

void CompiledSamples::compile(const std::string& name, const std::string& flags,
                              const std::string& change) {
  const std::string source = MCHECK_SOURCE_DIRECTORY "/tests/orders/samples/" + name + ".cpp";
  const ShellResult copied =
      shell("sed -e " + quoted(change) + " " + source + " > " + name + ".cpp");
  REQUIRE(copied.code == 0);
  const ShellResult compiled =
      mcheck("c++ -std=c++20 -g " + flags + " " + name + ".cpp -o " + name);
  INFO(compiled.out);
  REQUIRE(compiled.code == 0);
}

Json CompiledSamples::json_of(const std::string& words) const {
  const ShellResult ran = mcheck(words + " --json -");
  const auto parsed = Json::parse(ran.out);
  INFO(ran.what << "\n" << ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed);
}

std::string weakest_orders(const Json& orders) {
  std::string text;
  for (const Json& test : orders["tests"].elements()) {
    for (const Json& row : test["orders"].elements()) {
      if (row["weakest"].text() == "relaxed") continue;
      if (!text.empty()) text += ", ";
      text += row["operation"].text();
      if (!row["object"].text().empty()) text += " " + row["object"].text();
      text += "=" + row["weakest"].text();
    }
  }
  return text;
}

}  // namespace mcheck
