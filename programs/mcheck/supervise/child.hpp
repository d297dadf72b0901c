// SPDX-License-Identifier: MIT
// A checked program that runs as our child process, with a channel and a flight recorder. It has
// its own process group, so that Ctrl-C reaches only the command, and it dies with the command.
// Does not know the protocol that is spoken on the channel.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "programs/mcheck/supervise/file_descriptor.hpp"

namespace mcheck::command {

// Where the program's output goes. The program never reads our input.
enum class Output { kDiscard, kStdout, kStderr };

struct Launch {
  std::string path;
  Output output = Output::kDiscard;
  int recorder = -1;
};

// How a process ended: the signal that killed it, or its exit code.
struct ChildExit {
  bool by_signal = false;
  int number = 0;
};

enum class Received { kBytes, kNothing, kEnd };

class Child {
 public:
  // Throws UsageError if the program cannot be started.
  explicit Child(const Launch& launch);
  ~Child();  // kills the whole group
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Sends as much as possible without blocking, and removes it from the text.
  void send(std::string& text);
  [[nodiscard]] pid_t process() const { return process_; }
  // For poll().
  [[nodiscard]] int descriptor() const { return channel_.get(); }
  // Appends the bytes that arrive within this time.
  [[nodiscard]] Received receive(std::string& text, int wait_ms);
  // How the process ended; none if it still runs after this time.
  [[nodiscard]] std::optional<ChildExit> poll_exit(int wait_ms = 0);
  // Kills the process and everything in its group.
  void kill_all();

 private:
  pid_t process_ = -1;
  FileDescriptor channel_;
  std::optional<ChildExit> exit_;
};

}  // namespace mcheck::command
