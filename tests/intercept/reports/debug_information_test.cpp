// SPDX-License-Identifier: MIT
// Reading debug information of both compilers and in both versions; no file, whatever it contains,
// does any harm.
#include "engine/host/dwarf/debug_information.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/random.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::debug_information_test {
namespace {

class Folder {
 public:
  Folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "mcheck-names-XXXXXX";
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

void compile(const std::string& compiler, const std::string& into) {
  const ShellResult ran = run_shell(compiler +
                                    " -std=c++20 -w " MCHECK_SOURCE_DIRECTORY
                                    "/tests/intercept/samples/named_variables.cpp -o " +
                                    quoted(into));
  INFO(ran.what << "\n" << ran.out);
  REQUIRE(ran.code == 0);
}

// The address of the variable with that symbol.
std::uint64_t address_of_symbol(const ElfImage& image, std::string_view symbol) {
  for (const Elf64_Shdr& table : image.sections()) {
    if (table.sh_type != SHT_SYMTAB) continue;
    const std::string_view names = image.bytes_of(image.sections()[table.sh_link]);
    for (const Elf64_Sym& each : image.array_of<Elf64_Sym>(table)) {
      const std::string_view rest = names.substr(each.st_name);
      if (rest.substr(0, rest.find('\0')) == symbol) return each.st_value;
    }
  }
  return 0;
}

class Names {
 public:
  explicit Names(const std::string& file) : image_(file), information_(file) {}

  std::string at(std::string_view symbol, std::size_t offset,
                 DebugTypes::Nesting nesting = DebugTypes::Nesting::kInnermost) {
    const DebugType type = information_.type_of_variable(address_of_symbol(image_, symbol));
    if (type == 0) return "?";
    const DebugPart part = information_.types().part(type, offset, nesting);
    return part.path + (part.part_offset == 0 ? "" : "+" + std::to_string(part.part_offset));
  }

 private:
  ElfImage image_;
  DebugInformation information_;
};

void require_names(const std::string& file) {
  Names names(file);
  CHECK(names.at("plain", 0).empty());
  CHECK(names.at("plain", 2) == "+2");
  CHECK(names.at("_ZN12_GLOBAL__N_15tableE", 0) == "[0].id");
  CHECK(names.at("_ZN12_GLOBAL__N_15tableE", 28) == "[3].balance");
  CHECK(names.at("_ZN12_GLOBAL__N_15tableE", 8, DebugTypes::Nesting::kOutermost) == "[1]");
  CHECK(names.at("_ZN12_GLOBAL__N_15tableE", 32) == "+32");
  CHECK(names.at("_ZZ4mainE4once", 4) == ".balance");
  CHECK(names.at("_ZN7Guarded6sharedE", 0).empty());
  CHECK(names.at("guarded", 0) == ".count");
  CHECK(names.at("guarded", 0, DebugTypes::Nesting::kOutermost).empty());
  CHECK(names.at("guarded", 8 + 8 * 5 + 4) == ".accounts[1][2].balance");
  CHECK(names.at("tail", 8) == ".accounts[0][0].id");
  CHECK(names.at("tail", 8 + 8 * 6) == ".more");
  CHECK(names.at("renamed", 4) == ".balance");
  CHECK(names.at("incomplete", 0).empty());
}

}  // namespace

TEST_CASE("members, elements and base classes have the names that the source gives them") {
  const Folder folder;
  for (const std::string compiler : {"g++", "clang++"}) {
    for (const std::string level : {" -O0 -gdwarf-5", " -O2 -gdwarf-4"}) {
      for (const std::string kind : {"", " -no-pie"}) {
        INFO(compiler << level << kind);
        compile(compiler + level + kind, folder.file("program"));
        require_names(folder.file("program"));
      }
    }
  }
}

TEST_CASE("where the member is ambiguous, nothing is named") {
  const Folder folder;
  compile("g++ -g", folder.file("program"));
  Names names(folder.file("program"));
  CHECK(names.at("mixed", 0) == ".first");
  CHECK(names.at("mixed", 4) == ".either");  // a union: either member
  CHECK(names.at("mixed", 6) == ".either+2");
  CHECK(names.at("mixed", 8) == ".inner");
  CHECK(names.at("mixed", 10) == "+10");  // bit-fields: both lie there
  CHECK(names.at("mixed", 16) == ".pointer");
  CHECK(names.at("library", 0) == "");  // names reserved for libraries
  CHECK(names.at("library", 4) == "+4");
  CHECK(names.at("library", 8) == ".seen");
}

TEST_CASE("without debug information, or with what cannot be read, nothing is known") {
  const Folder folder;
  CHECK(DebugInformation(folder.file("nowhere")).variables().empty());
  for (const std::string how : {"-g0", "-gz=zlib", "-gsplit-dwarf"}) {
    INFO(how);
    compile("g++ -g " + how, folder.file("program"));
    CHECK(DebugInformation(folder.file("program")).variables().empty());
  }
}

TEST_CASE("debug information that is damaged does no harm") {
  const Folder folder;
  compile("g++ -g", folder.file("program"));
  std::ifstream file(folder.file("program"), std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(file), {}};
  const ElfImage image(folder.file("program"));
  const std::string_view begin = image.bytes_of(image.sections()[1]);
  const char* const start = begin.data() - image.sections()[1].sh_offset;
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    std::string bad = good;
    for (const char* name : {".debug_info", ".debug_abbrev"}) {
      const std::string_view section = image.section(name);
      const auto at = static_cast<std::size_t>(section.data() - start);
      for (int i = 0; i < 1 + round / 20; ++i) {
        bad[at + random.below(section.size())] = static_cast<char>(random.below(256));
      }
    }
    std::ofstream(folder.file("damaged"), std::ios::binary) << bad;
    DebugInformation information(folder.file("damaged"));
    for (const std::uint64_t place : information.variables()) {
      const DebugType type = information.type_of_variable(place);
      for (std::size_t offset = 0; offset < 64; offset += 4) {
        (void)information.types().part(type, offset);
      }
    }
    (void)information.locals_of(
        {.place = address_of_symbol(image, "main"), .low = 0, .high = 4096});
  }
}

}  // namespace mcheck::debug_information_test
