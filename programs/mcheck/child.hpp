// SPDX-License-Identifier: MIT
// A checked program, running as our child with a channel and a flight recorder. It has a process
// group of its own, so that Ctrl-C reaches us alone, and it dies with us. Knows nothing of what is
// said on the channel.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "programs/mcheck/file_descriptor.hpp"

namespace mcheck::command {

// Where what the program prints goes to. It never reads our input.
enum class Output { kNowhere, kOurs, kOurErrors };

struct Launch {
  std::string path;
  Output output = Output::kNowhere;
  int recorder = -1;
};

// How a process ended: by a signal of that number, or with that exit code.
struct ChildEnd {
  bool by_signal = false;
  int number = 0;
};

enum class Received { kBytes, kNothing, kEnd };

class Child {
 public:
  // Throws UsageError if the program cannot be started.
  explicit Child(const Launch& launch);
  ~Child();  // kills all, if anything still runs
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Sends as much as goes without waiting, and takes it off the text.
  void send(std::string& text);
  // What to wait for, if several are to be heard.
  [[nodiscard]] int descriptor() const { return channel_.get(); }
  // Appends what has come; waits at most so long.
  [[nodiscard]] Received receive(std::string& text, int wait_ms);
  // How it ended; none if it still runs after so long.
  [[nodiscard]] std::optional<ChildEnd> ended(int wait_ms = 0);
  // Ends it, and whatever it started in its group.
  void kill_all();

 private:
  pid_t process_ = -1;
  FileDescriptor channel_;
  std::optional<ChildEnd> end_;
};

}  // namespace mcheck::command
