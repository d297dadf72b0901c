// SPDX-License-Identifier: MIT
// main() of every program that is written for mcheck.
#include "engine/host/start.hpp"

int main(int count, char** words) { return mcheck::start_host(count, words); }
