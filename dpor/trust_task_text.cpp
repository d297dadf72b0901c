// SPDX-License-Identifier: MIT
#include "dpor/trust_task_text.hpp"

#include <array>
#include <charconv>

namespace mcheck::trust {
namespace {

template <class Number>
std::string text_of(Number number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

std::string text_of(const Slot& slot, const Identities& names) {
  return names.path_text(slot.thread) + "#" + text_of(slot.index);
}

std::string text_of(const TaskStep& step, const Identities& names) {
  std::string text = names.path_text(step.thread);
  if (step.names_thread) {
    text += "=" + names.path_text(ThreadId(step.label));
  } else if (step.label != 0) {
    text += "=" + text_of(step.label);
  }
  text += "@" + text_of(step.read) + "/" + text_of(step.write);
  return step.frozen ? text + "!" : text;
}

// Parses the text from the left and remembers whether an error occurred.
class Reader {
 public:
  Reader(std::string_view text, Identities& names) : left_(text), names_(names) {}

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() {
    skip_spaces();
    return left_.empty();
  }

  // The next word.
  std::string_view word() {
    skip_spaces();
    return until(' ');
  }
  // The text before the character, which is removed, too; the rest if it does not occur.
  std::string_view until(char end) {
    const std::size_t length = std::min(left_.find(end), left_.size());
    const std::string_view taken = left_.substr(0, length);
    left_.remove_prefix(std::min(length + 1, left_.size()));
    return taken;
  }

  template <class Number>
  Number number(std::string_view text) {
    Number value{};
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    good_ = good_ && error == std::errc{} && rest == text.data() + text.size();
    return value;
  }
  ThreadId thread(std::string_view text) {
    const std::optional<ThreadId> found = names_.thread_of(text);
    good_ = good_ && found.has_value();
    return found.value_or(kMainThread);
  }
  Slot slot(std::string_view text) {
    Reader parts(text, names_);
    const ThreadId of = thread(parts.until('#'));
    return {of, number<std::uint32_t>(parts.left_)};
  }
  Pin pin(std::string_view text) {
    Reader parts(text, names_);
    Pin pin;
    pin.stamp = number<Stamp>(parts.until(':'));
    pin.slot = slot(parts.until('>'));
    pin.version = slot(parts.left_);
    return pin;
  }
  TaskStep step(std::string_view text) {
    TaskStep step;
    step.frozen = text.ends_with('!');
    if (step.frozen) text.remove_suffix(1);
    Reader parts(text, names_);
    Reader move(parts.until('@'), names_);
    step.thread = thread(move.until('='));
    step.names_thread = !move.left_.empty() && (move.left_[0] == 'T' || move.left_ == "main");
    if (step.names_thread) {
      step.label = index(thread(move.left_));
    } else if (!move.left_.empty()) {
      step.label = number<std::uint32_t>(move.left_);
    }
    step.read = number<Stamp>(parts.until('/'));
    step.write = number<Stamp>(parts.left_);
    return step;
  }

 private:
  void skip_spaces() {
    while (!left_.empty() && left_[0] == ' ') left_.remove_prefix(1);
  }

  std::string_view left_;
  Identities& names_;
  bool good_ = true;
};

}  // namespace

std::string text_of(const Task& task, double share, const Identities& names) {
  std::string text = text_of(share) + " " + text_of(task.threads) + " ";
  text += task.new_write == kNone ? "-" : text_of(task.new_write);
  for (const Pin& pin : task.pins) {
    text += " " + text_of(pin.stamp) + ":" + text_of(pin.slot, names) + ">" +
            text_of(pin.version, names);
  }
  for (const TaskStep& step : task.steps) text += " " + text_of(step, names);
  return text;
}

std::optional<Task> task_of(std::string_view text, Identities& names) {
  Reader reader(text, names);
  Task task;
  task.share = reader.number<double>(reader.word());
  task.threads = reader.number<std::uint32_t>(reader.word());
  const std::string_view new_write = reader.word();
  if (new_write != "-") task.new_write = reader.number<std::uint32_t>(new_write);
  while (reader.good() && !reader.at_end()) {
    const std::string_view word = reader.word();
    if (word.find('@') == std::string_view::npos) {
      task.pins.push_back(reader.pin(word));
    } else {
      task.steps.push_back(reader.step(word));
    }
  }
  if (!reader.good()) return std::nullopt;
  return task;
}

}  // namespace mcheck::trust
