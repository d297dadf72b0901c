// SPDX-License-Identifier: MIT
// main() of every program that is written for mcheck.
#include "engine/host/process/start.hpp"

int main(int argc, char** argv) { return mcheck::start_host(argc, argv); }
