// SPDX-License-Identifier: MIT
// The ABI generation of the model library that this executable is linked with, in a section of its
// own: the command reads it before it starts the program.
namespace {

[[gnu::section("mcheck_abi"), gnu::used]] const unsigned generation = 1;

// A reference from an initialiser keeps the section when the linker runs with --gc-sections.
[[gnu::constructor, gnu::used]] void keep_generation() { asm volatile("" : : "r"(&generation)); }

}  // namespace
