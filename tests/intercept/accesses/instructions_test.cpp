// SPDX-License-Identifier: MIT
// The lengths of instructions, and which are atomic, compared with objdump, for the C library and
// the mathematics library, which uses every extension of the processor.
#include "engine/platform/processor/instruction.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "tests/support/shell.hpp"

namespace mcheck::instructions_test {
namespace {

struct Compared {
  std::size_t instructions = 0;
  std::size_t atomics = 0;
  std::string wrong;  // lines of objdump
};

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

bool is_atomic(const std::string& text) {
  const bool is_exchange = text.starts_with("xchg ") && (has(text, "(") || has(text, "ds:"));
  if (has(text, "(%rsp") || has(text, "%fs:")) return false;
  return text.starts_with("lock ") || is_exchange;
}

bool is_atomic(const Instruction& it) {
  return (it.is_locked || (it.is_exchange && it.has_memory)) && !it.is_on_stack &&
         !it.is_thread_local;
}

// A line is "  address:<tab>bytes<tab>text".
void compare(const std::string& line, Compared& into) {
  const std::size_t first = line.find('\t');
  const std::size_t second = line.find('\t', first + 1);
  if (second == std::string::npos) return;
  std::string bytes;
  for (std::size_t at = first + 1; at + 1 < second && line[at] != ' '; at += 3) {
    bytes += static_cast<char>(std::stoi(line.substr(at, 2), nullptr, 16));
  }
  // The wait for the coprocessor is an instruction of its own, but objdump adds the next one.
  if (bytes.size() > 1 && bytes.front() == '\x9b') bytes.erase(0, 1);
  const std::string text = line.substr(second + 1);
  const Instruction found = instruction_at(bytes + std::string(16, '\x90'));
  ++into.instructions;
  into.atomics += is_atomic(text) ? 1 : 0;
  const bool is_right = found.size == bytes.size() && is_atomic(found) == is_atomic(text);
  if (!is_right && !has(text, "(bad)")) into.wrong += line;
}

Compared compared(const std::string& library) {
  const std::string command = "objdump -d -w \"$(gcc -print-file-name=" + library + ")\"";
  Compared all;
  std::FILE* const output = popen(command.c_str(), "r");
  REQUIRE(output != nullptr);
  char line[1024];
  while (std::fgets(line, sizeof line, output) != nullptr) compare(line, all);
  pclose(output);
  return all;
}

}  // namespace

TEST_CASE("instructions are as long as objdump says, and the atomic ones are known") {
  for (const char* library : {"libc.so.6", "libm.so.6"}) {
    const Compared all = compared(library);
    INFO(library << ": " << all.instructions << " instructions");
    CHECK(all.instructions > 50'000);
    CHECK(all.wrong == "");
    CHECK((all.atomics > 500) == (std::string(library) == "libc.so.6"));
  }
}

TEST_CASE("an instruction that is cut off, or not known, has no length") {
  CHECK(instruction_at("").size == 0);
  CHECK(instruction_at("\xf0").size == 0);                  // a prefix alone
  CHECK(instruction_at("\xf0\xff").size == 0);              // lock incl, without operands
  CHECK(instruction_at("\xf0\xff\x80\x01\x02").size == 0);  // half a displacement
  CHECK(instruction_at("\x06").size == 0);                  // of 32-bit programs
  CHECK(instruction_at("\xf0\xff\x07").size == 3);
}

}  // namespace mcheck::instructions_test
