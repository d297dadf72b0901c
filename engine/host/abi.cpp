// SPDX-License-Identifier: MIT
// By this section of the executable the command knows, before it starts a program, that it is linked
// with the model library, and of which generation.
extern "C" {
extern const unsigned mcheck_abi;
[[gnu::section("mcheck_abi"), gnu::used]] const unsigned mcheck_abi = 1;
}
