// SPDX-License-Identifier: MIT
#include <mcheck/detail/lock_all.hpp>

#include <algorithm>
#include <functional>

namespace mcheck::detail {
namespace {

// The locks acquired so far: the first ones of the sequence. Released at the end, unless kept.
class AcquiredLocks {
 public:
  explicit AcquiredLocks(std::span<AnyLock> locks) : locks_(locks) {}
  AcquiredLocks(const AcquiredLocks&) = delete;
  AcquiredLocks& operator=(const AcquiredLocks&) = delete;
  ~AcquiredLocks() {
    while (count_ > 0) {
      const AnyLock& last = locks_[--count_];
      last.release(last.lock);
    }
  }

  // False if a lock could not be acquired at once.
  [[nodiscard]] bool acquire_all() {
    locks_[0].acquire(locks_[0].lock);
    count_ = 1;
    while (count_ < locks_.size() && locks_[count_].try_acquire(locks_[count_].lock)) ++count_;
    return count_ == locks_.size();
  }
  void keep() { count_ = 0; }
  [[nodiscard]] const AnyLock& next() const { return locks_[count_]; }

 private:
  std::span<AnyLock> locks_;
  std::size_t count_ = 0;
};

// The lock that could not be acquired; null: all are held now.
const AnyLock* acquire_or_failed(std::span<AnyLock> locks) {
  AcquiredLocks acquired(locks);
  if (!acquired.acquire_all()) return &acquired.next();
  acquired.keep();
  return nullptr;
}

}  // namespace

// First in the given order, as the standard library tries them.
void lock_all(std::span<AnyLock> locks) {
  const AnyLock* const failed = acquire_or_failed(locks);
  if (failed != nullptr) lock_all_after(locks, *failed);
}

void lock_all_after(std::span<AnyLock> locks, AnyLock failed) {
  failed.wait_until_free(failed.lock);
  std::ranges::sort(locks, std::less<>(), &AnyLock::mutex_address);
  while (const AnyLock* const next = acquire_or_failed(locks)) next->wait_until_free(next->lock);
}

}  // namespace mcheck::detail
