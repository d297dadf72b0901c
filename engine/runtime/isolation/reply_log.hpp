// SPDX-License-Identifier: MIT
// What a process that runs one execution reports to the process that forked it: memory that both
// share, with one entry after another. An entry is complete or absent, whatever happens to the
// writer.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace mcheck {

enum class ReplyTag : std::uint32_t {
  // Replies, in the order of the calls.
  kStep,
  kLoopsBack,
  kLocal,
  kSharedMemory,
  kSharedMemorySum,
  kAtEnd,
  // What the program registered.
  kObjectNamed,
  kObjectNamedAt,
  kBytesAccessed,
  kObjectBegan,
  kObjectEnded,
  kObjectRetired,
  kNoteAdded,
  kThreadNamed,
  // What the machine found out, and keeps for later executions.
  kSpinSite,
  kCycleSite,
  kWideValue,
  kLocation,
  kFailureLocation,
  kRace,
  kSuppressedRace,
  kBlockHistory,
  kKernelEffect,
  kScheduleNote,
  kConflicts,
  kFindings,  // the last entry: the execution ended in order
};

// Values one after another, as they are in memory: writer and reader are the same program.
class Packed {
 public:
  Packed() = default;
  explicit Packed(std::string_view bytes) : bytes_(bytes) {}

  template <class Value>
  Packed& put(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value> && !std::is_pointer_v<Value>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Packed& put_text(std::string_view text) {
    put(text.size());
    bytes_.append(text);
    return *this;
  }

  template <class Value>
  Value take() {
    Value value{};
    std::memcpy(&value, bytes_.data() + taken_, sizeof value);
    taken_ += sizeof value;
    return value;
  }
  std::string take_text() {
    const auto size = take<std::size_t>();
    taken_ += size;
    return bytes_.substr(taken_ - size, size);
  }

  [[nodiscard]] std::string_view bytes() const { return bytes_; }

 private:
  std::string bytes_;
  std::size_t taken_ = 0;
};

class ReplyLog {
 public:
  struct Entry {
    ReplyTag tag{};
    Packed packed;
  };

  ReplyLog();
  ~ReplyLog();
  ReplyLog(const ReplyLog&) = delete;
  ReplyLog& operator=(const ReplyLog&) = delete;

  void clear();
  void write(ReplyTag tag, const Packed& packed);
  // The next unread entry; no value: there is none.
  [[nodiscard]] std::optional<Entry> next();
  // Only what is written from now on will be read.
  void skip_to_end() { read_ = written(); }
  [[nodiscard]] std::size_t written() const;
  // A word that both processes see: 1 while code of the program runs.
  [[nodiscard]] volatile std::uint32_t* in_program() const;
  // Another: it changes while the writer watches the program (machine/signals.hpp).
  [[nodiscard]] volatile std::uint64_t* heartbeat() const;

 private:
  struct Shared;
  Shared* shared_ = nullptr;
  std::size_t read_ = 0;
};

}  // namespace mcheck
