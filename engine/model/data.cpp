// SPDX-License-Identifier: MIT
#include <mcheck/detail/data.hpp>

#include "engine/runtime/machine/machine.hpp"

namespace mcheck::detail {
namespace {

Operation access_to(const Data& data, Kind kind) {
  State first;
  first.value = data.first;
  if (data.unwritten) first.extra = kUnwritten;
  return {.kind = kind,
          .bytes = static_cast<std::uint8_t>(data.bytes & 0xf),
          .object = identify(*data.object, {ObjectKind::kData, data.bytes}, first)};
}

// A value that no other write of the execution writes. It follows from the thread's own events: a
// count beside the data would make what a thread announces depend on other threads.
Word stamp() {
  const ThreadId thread = current_thread();
  const Word events = Machine::current()->execution().thread(thread).events;
  return (events + 1) << 8 | index(thread);
}
static_assert(kMaxThreads <= 256, "a thread's number fits below its count");

void write(const Data& data, Word value, const void* caller) {
  Operation operation = access_to(data, Kind::kWrite);
  operation.a = value;
  perform(operation);
  Machine::current()->data_accessed(data.object, true, caller);
}

}  // namespace

void data_made(const Data& data) {
  if (!on_model_thread()) return;
  access_to(data, Kind::kRead);
  Machine::current()->data_made(data.object, __builtin_return_address(0));
}

bool was_cleared(std::uint64_t* at) noexcept { return *at == 0; }

void data_destroyed(Object& object) { retire(object, false); }

void data_read(const Data& data) {
  if (!on_model_thread()) return;
  perform(access_to(data, Kind::kRead));
  Machine::current()->data_accessed(data.object, false, __builtin_return_address(0));
}

void data_write(const Data& data, std::uint64_t value) {
  if (on_model_thread()) write(data, value, __builtin_return_address(0));
}

void data_write_unknown(const Data& data) {
  if (on_model_thread()) write(data, stamp(), __builtin_return_address(0));
}

}  // namespace mcheck::detail
