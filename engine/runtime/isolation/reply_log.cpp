// SPDX-License-Identifier: MIT
#include "engine/runtime/isolation/reply_log.hpp"

#include <sys/mman.h>

#include <atomic>

#include "engine/base/invariant.hpp"

namespace mcheck {
namespace {

// Address space only; memory is used as it is written.
constexpr std::size_t kBytes = std::size_t{1} << 30;

struct Head {
  ReplyTag tag{};
  std::size_t size = 0;
};

}  // namespace

struct ReplyLog::Shared {
  std::atomic<std::size_t> written;
  volatile std::uint32_t in_program;
  volatile std::uint64_t heartbeat;
  char bytes[1];
};

ReplyLog::ReplyLog() {
  void* memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  MCHECK_INVARIANT(memory != MAP_FAILED, "the system has address space for a reply log");
  shared_ = static_cast<Shared*>(memory);
}

ReplyLog::~ReplyLog() { munmap(shared_, kBytes); }

void ReplyLog::clear() {
  shared_->written = 0;
  shared_->in_program = 0;
  read_ = 0;
}

std::size_t ReplyLog::written() const { return shared_->written; }

volatile std::uint32_t* ReplyLog::in_program() const { return &shared_->in_program; }

volatile std::uint64_t* ReplyLog::heartbeat() const { return &shared_->heartbeat; }

void ReplyLog::write(ReplyTag tag, const Packed& packed) {
  const std::size_t at = written();
  const std::string_view bytes = packed.bytes();
  const Head head{.tag = tag, .size = bytes.size()};
  MCHECK_INVARIANT(at + sizeof head + bytes.size() < kBytes - sizeof(Shared),
                   "the reply log of one execution fits into a gigabyte");
  std::memcpy(shared_->bytes + at, &head, sizeof head);
  std::memcpy(shared_->bytes + at + sizeof head, bytes.data(), bytes.size());
  shared_->written = at + sizeof head + bytes.size();
}

std::optional<ReplyLog::Entry> ReplyLog::next() {
  if (read_ >= written()) return std::nullopt;
  Head head;
  std::memcpy(&head, shared_->bytes + read_, sizeof head);
  read_ += sizeof head + head.size;
  return Entry{head.tag, Packed({shared_->bytes + read_ - head.size, head.size})};
}

}  // namespace mcheck
