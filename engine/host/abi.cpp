// SPDX-License-Identifier: MIT
// By this section of the executable the command knows, before it starts a program, that it is
// linked with the model library, and of which generation.
namespace {

[[gnu::section("mcheck_abi"), gnu::used]] const unsigned generation = 1;

// No linker's --gc-sections takes away what an initialiser asks for.
[[gnu::constructor, gnu::used]] void keep_generation() { asm volatile("" : : "r"(&generation)); }

}  // namespace
