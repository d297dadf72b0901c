// SPDX-License-Identifier: MIT
// Two threads meet: one gives, and waits until the other has taken.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>

#include "tests/schedules/orders/forms.hpp"

namespace {

// A queue without room: put() waits until the item is taken.
class SynchronousQueue {
 public:
  // Whether a taker was waiting for it already.
  bool put(int item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !item_; });
    const bool is_awaited = takers_ > 0;
    const int number = ++given_;
    item_ = item;
    changed_.notify_all();
    changed_.wait(lock, [&] { return taken_ >= number; });
    return is_awaited;
  }
  // False if no taker is waiting.
  bool offer(int item) {
    const std::lock_guard lock(mutex_);
    if (takers_ == 0 || item_) return false;
    ++given_;
    item_ = item;
    changed_.notify_all();
    return true;
  }
  int take() {
    std::unique_lock lock(mutex_);
    ++takers_;
    changed_.wait(lock, [&] { return item_.has_value(); });
    --takers_;
    ++taken_;
    changed_.notify_all();
    return *std::exchange(item_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<int> item_;
  int takers_ = 0;
  int given_ = 0;
  int taken_ = 0;
};

// If the taker comes first, put() is awaited.
ORDER_TEST(giver_waits_for_taker) {
  ORDERS("[putting] -> taking");
  SynchronousQueue queue;
  std::thread giver([&] {
    EVENT("putting", 0);
    assert(!queue.put(7));
  });
  EVENT("taking", 1);
  assert(queue.take() == 7);
  giver.join();
}

// If the giver comes first, put() is not awaited.
ORDER_TEST(taker_waits_for_giver) {
  ORDERS("[taking] -> putting");
  SynchronousQueue queue;
  std::thread taker([&] {
    EVENT("taking", 0);
    assert(queue.take() == 7);
  });
  EVENT("putting", 1);
  assert(queue.put(7));
  taker.join();
}

// If the taker comes before the first offer, or after the second.
ORDER_TEST(offer_needs_a_waiting_taker) {
  ORDERS("offered -> taking, [taking] -> offering_again");
  SynchronousQueue queue;
  std::thread taker([&] {
    EVENT("taking", 1);
    assert(queue.take() == 2);
  });
  assert(!queue.offer(1));
  EVENT("offered", 0);
  EVENT("offering_again", 2);
  assert(queue.offer(2));
  taker.join();
}

// Two threads swap what they have.
class Exchanger {
 public:
  struct Swapped {
    int item;
    bool waited;
  };

  Swapped exchange(int item) {
    std::unique_lock lock(mutex_);
    if (waiting_) return {std::exchange(*std::exchange(waiting_, nullptr), item), wake()};
    int mine = item;
    waiting_ = &mine;
    changed_.wait(lock, [&] { return waiting_ != &mine; });
    return {mine, true};
  }

 private:
  bool wake() {
    changed_.notify_all();
    return false;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int* waiting_ = nullptr;
};

// If main comes first, it is main that waits.
ORDER_TEST(exchanger_swaps) {
  ORDERS("[exchanging] -> exchanging_too");
  Exchanger exchanger;
  std::thread other([&] {
    EVENT("exchanging", 0);
    const Exchanger::Swapped got = exchanger.exchange(1);
    assert(got.item == 2 && got.waited);
  });
  EVENT("exchanging_too", 1);
  const Exchanger::Swapped got = exchanger.exchange(2);
  assert(got.item == 1 && !got.waited);
  other.join();
}

// The first to come waits for the second, the third for the fourth: main is second and third.
ORDER_TEST(exchanger_is_used_again) {
  ORDERS("[first] -> second, swapped -> third, [third] -> fourth");
  Exchanger exchanger;
  std::thread other([&] {
    EVENT("first", 0);
    assert(exchanger.exchange(1).waited);
    EVENT("swapped", 1);
    EVENT("fourth", 3);
    assert(!exchanger.exchange(4).waited);
  });
  EVENT("second", 1);
  assert(!exchanger.exchange(2).waited);
  EVENT("third", 2);
  assert(exchanger.exchange(3).waited);
  other.join();
}

// The last value only: an older one that nobody has read is lost.
class Mailbox {
 public:
  void put(int value) {
    const std::lock_guard lock(mutex_);
    value_ = value;
    changed_.notify_one();
  }
  int read() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return value_.has_value(); });
    return *std::exchange(value_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<int> value_;
};

// If the reader comes between, it reads 1.
ORDER_TEST(mailbox_keeps_the_last_value) {
  ORDERS("put#2 -> reading");
  Mailbox mailbox;
  std::thread reader([&] {
    EVENT("reading", 1);
    assert(mailbox.read() == 2);
  });
  for (const int value : {1, 2}) {
    mailbox.put(value);
    EVENT("put", 0);
  }
  reader.join();
}

// If the reader comes last, it reads 2 only, and waits for ever.
ORDER_TEST(mailbox_read_after_each_put) {
  ORDERS("[reading] -> putting, read -> putting_again");
  Mailbox mailbox;
  std::thread reader([&] {
    EVENT("reading", 0);
    assert(mailbox.read() == 1);
    EVENT("read", 1);
    assert(mailbox.read() == 2);
  });
  EVENT("putting", 1);
  mailbox.put(1);
  EVENT("putting_again", 2);
  mailbox.put(2);
  reader.join();
}

// Text goes from a writer to a reader; read() waits until there is some, or the pipe is closed.
class Pipe {
 public:
  void write(const std::string& text) {
    const std::lock_guard lock(mutex_);
    text_ += text;
    changed_.notify_one();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_one();
  }
  std::string read() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !text_.empty(); });
    return std::exchange(text_, "");
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
  bool closed_ = false;
};

// If the reader is slower, it reads "ab" at once.
ORDER_TEST(pipe_reader_waits_for_each_part) {
  ORDERS("[reading] -> writing, [reading_more] -> writing_more, [reading_end] -> closing");
  Pipe pipe;
  std::thread reader([&] {
    EVENT("reading", 0);
    assert(pipe.read() == "a");
    EVENT("reading_more", 1);
    assert(pipe.read() == "b");
    EVENT("reading_end", 2);
    assert(pipe.read().empty());
  });
  EVENT("writing", 1);
  pipe.write("a");
  EVENT("writing_more", 2);
  pipe.write("b");
  EVENT("closing", 3);
  pipe.close();
  reader.join();
}

// If the reader is faster, it reads "a" alone.
ORDER_TEST(pipe_reads_all_that_was_written) {
  ORDERS("written -> reading, read -> closing");
  Pipe pipe;
  std::thread reader([&] {
    EVENT("reading", 1);
    assert(pipe.read() == "ab");
    EVENT("read", 1);
    assert(pipe.read().empty());
  });
  pipe.write("a");
  pipe.write("b");
  EVENT("written", 0);
  EVENT("closing", 2);
  pipe.close();
  reader.join();
}

// Two semaphores hand the turn over. If pong looks before ping has played.
ORDER_TEST(ping_pong_with_semaphores) {
  ORDERS("[ping_waiting] -> pong_playing");
  std::binary_semaphore ping(0);
  std::binary_semaphore pong(0);
  std::atomic<int> played{0};
  std::thread other([&] {
    ping.release();
    ++played;
    EVENT("ping_waiting", 0);
    pong.acquire();
    assert(played == 2);
  });
  ping.acquire();
  EVENT("pong_playing", 1);
  assert(++played == 2);
  pong.release();
  other.join();
}

}  // namespace
