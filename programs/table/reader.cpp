// SPDX-License-Identifier: MIT
#include "reader.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>

#include "objects.hpp"
#include "statements.hpp"
#include "words.hpp"

namespace table {
namespace {

constexpr std::size_t kMaxThreads = 255;  // besides main: the most that mcheck supports

// Parses line by line: declarations, threads, and the final block.
class Reader {
 public:
  void read(std::istream& in) {
    for (std::string text; std::getline(in, text);) {
      ++line_;
      const std::vector<std::string> words = words_of(text);
      if (!words.empty()) read_line(words);
    }
    end_block();
    if (program_.threads.empty()) {
      throw ParseError{line_, "there is no thread; expected a line `thread` and its statements"};
    }
    program_.objects = objects_.finish();
    name_blocks();
  }

  Program program_;
  std::size_t line_ = 0;

 private:
  void read_line(const std::vector<std::string>& words) {
    if (words[0] == "thread") return begin_thread(words);
    if (words[0] == "finally" && words.size() == 1) return begin_finally();
    if (words[0] == "init" || words[0] == "sem") return read_first_value(words);
    if (block_ == nullptr) {
      throw ParseError{line_, quoted_word(words[0]) +
                                  " stands before the first thread; expected init, sem or "
                                  "thread"};
    }
    const Statement statement = read_statement(words, line_, objects_);
    if (statement.target) block_->assigned[*statement.target] = true;
    block_->statements.push_back(statement);
  }

  void begin_thread(const std::vector<std::string>& words) {
    if (words.size() > 2 || (words.size() == 2 && !is_name(words[1]))) {
      throw ParseError{line_, "expected: thread [NAME]"};
    }
    if (program_.finally)
      throw ParseError{line_, "a thread after finally; expected finally to be last"};
    if (program_.threads.size() == kMaxThreads) {
      throw ParseError{line_, "expected at most " + std::to_string(kMaxThreads) + " threads"};
    }
    end_block();
    block_ = &program_.threads.emplace_back();
    block_->named = words.size() == 2;
    block_->name = block_->named ? words[1] : "T" + std::to_string(program_.threads.size());
    block_->line = line_;
  }

  void begin_finally() {
    if (program_.finally) throw ParseError{line_, "a second finally; expected one"};
    if (program_.threads.empty()) throw ParseError{line_, "finally without a thread before it"};
    end_block();
    block_ = &program_.finally.emplace();
    block_->name = "main";
    block_->line = line_;
  }

  void read_first_value(const std::vector<std::string>& words) {
    const bool semaphore = words[0] == "sem";
    const std::optional<Number> number =
        words.size() == 3 ? as_number(words[2]) : std::optional<Number>();
    if (!number || !is_name(words[1])) {
      throw ParseError{line_, semaphore ? "expected: sem s NUMBER" : "expected: init x NUMBER"};
    }
    if (block_ != nullptr) throw ParseError{line_, "expected before the first thread: " + words[0]};
    if (semaphore) {
      objects_.semaphore(words[1], *number, line_);
    } else {
      objects_.init(words[1], *number, line_);
    }
  }

  // A skip may lead to the end of its block, not further.
  void end_block() {
    if (block_ == nullptr) return;
    const std::vector<Statement>& statements = block_->statements;
    for (std::size_t at = 0; at < statements.size(); ++at) {
      const std::size_t left = statements.size() - at - 1;
      if (statements[at].skip > left) {
        throw ParseError{statements[at].line, "skip " + std::to_string(statements[at].skip) +
                                                  " leads out of the block; expected at most " +
                                                  std::to_string(left)};
      }
    }
  }

  void name_blocks() {
    std::set<std::string> names = {"main"};
    const auto name_registers = [](Block& block) {
      for (std::size_t r = 0; r < kRegisters; ++r) {
        block.register_names[r] = block.name + ".r" + std::to_string(r);
      }
    };
    for (Block& block : program_.threads) {
      if (!names.insert(block.name).second) {
        throw ParseError{block.line, "a second thread `" + block.name + "`; expected another name"};
      }
      name_registers(block);
    }
    if (program_.finally) name_registers(*program_.finally);
  }

  Objects objects_;
  Block* block_ = nullptr;  // the block of the next statement
};

}  // namespace

Program read_file(const std::string& path) {
  Reader reader;
  std::string error;
  try {
    errno = 0;
    std::ifstream in(path);
    static_cast<void>(in.peek());  // also opens directories, and fails to read them
    if (in.is_open() && !in.bad()) {
      reader.read(in);
    } else {
      error = path + ": " + std::strerror(errno) + "; expected a table, see docs/table.md";
    }
  } catch (const ParseError& parse_error) {
    error = path + ":" + std::to_string(parse_error.line) + ": " + parse_error.text;
  }
  Program program = std::move(reader.program_);
  program.file = path;
  program.error = std::move(error);
  return program;
}

}  // namespace table
