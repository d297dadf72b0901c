// SPDX-License-Identifier: MIT
#include "engine/host/start.hpp"

#include <sys/personality.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "engine/host/by_hand.hpp"
#include "engine/host/pass_through.hpp"
#include "engine/host/session.hpp"
#include "engine/host/streams.hpp"
#include "engine/runtime/perform.hpp"

namespace mcheck {
namespace {

// With randomised addresses, a program that looks at addresses would not repeat itself. If the
// system does not allow this, it is left as it is.
void without_address_randomisation(char** words) {
  const int now = personality(0xffffffff);
  if (now == -1 || (now & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality(static_cast<unsigned>(now) | ADDR_NO_RANDOMIZE) == -1) return;
  if ((personality(0xffffffff) & ADDR_NO_RANDOMIZE) == 0) return;
  execv("/proc/self/exe", words);
}

}  // namespace

std::string own_name(const char* word) {
  std::string path(4096, '\0');
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  path = size > 0 ? path.substr(0, static_cast<std::size_t>(size)) : std::string(word);
  return path.substr(path.rfind('/') + 1);
}

int start_host(int count, char** words) {
  without_address_randomisation(words);
  if (passes_through()) return run_through(count, words);
  keep_streams_outside();
  const std::string program = own_name(count > 0 ? words[0] : "program");
  const int code =
      called_by_command() ? serve_command(program) : run_by_hand(program, count, words);
  std::fflush(stdout);
  _exit(code);  // without the destructors of the program's static objects
}

}  // namespace mcheck
