// SPDX-License-Identifier: MIT
#include "tests/dpor/weak/litmus.hpp"

namespace litmus {

using table::Word;

Statement store(int x, int value, Order order) {
  return {.word = Word::kStore, .object = x, .v = value, .order = order};
}
Statement load(int x, int reg, Order order) {
  return {.word = Word::kLoad, .object = x, .reg = reg, .order = order};
}
Statement fence(Order order) { return {.word = Word::kFence, .order = order}; }

Program with_orders(Program program, Orders orders) {
  const Order both = orders.store == Order::kRelease && orders.load == Order::kAcquire
                         ? Order::kAcqRel
                         : orders.load;
  for (std::vector<Statement>& thread : program.threads) {
    for (Statement& statement : thread) {
      if (statement.word == Word::kStore) statement.order = orders.store;
      if (statement.word == Word::kLoad) statement.order = orders.load;
      if (statement.word == Word::kAdd) statement.order = both;
    }
  }
  return program;
}

Program with_fences(const Program& program, Order order) {
  Program result;
  for (const std::vector<Statement>& statements : program.threads) {
    std::vector<Statement>& thread = result.threads.emplace_back();
    for (const Statement& statement : statements) {
      if (!thread.empty()) thread.push_back(fence(order));
      thread.push_back(statement);
    }
  }
  return result;
}

Program store_buffering(Orders o) {
  return {.threads = {{store(0, 1, o.store), load(1, 0, o.load)},
                      {store(1, 1, o.store), load(0, 0, o.load)}}};
}

Program load_buffering(Orders o) {
  return {.threads = {{load(0, 0, o.load), store(1, 1, o.store)},
                      {load(1, 0, o.load), store(0, 1, o.store)}}};
}

Program message_passing(Orders o) {
  return {.threads = {{store(0, 1, o.store), store(1, 1, o.store)},
                      {load(1, 0, o.load), load(0, 1, o.load)}}};
}

Program independent_reads(Orders o) {
  return {.threads = {{store(0, 1, o.store)},
                      {store(1, 1, o.store)},
                      {load(0, 0, o.load), load(1, 1, o.load)},
                      {load(1, 0, o.load), load(0, 1, o.load)}}};
}

Program two_plus_two_writes(Orders o) {
  return {.threads = {{store(0, 1, o.store), store(1, 2, o.store)},
                      {store(1, 1, o.store), store(0, 2, o.store)}}};
}

Program coherent_reads(Orders o) {
  return {.threads = {{store(0, 1, o.store)}, {load(0, 0, o.load), load(0, 1, o.load)}}};
}

Program causality(Orders o) {
  return {.threads = {{store(0, 1, o.store)},
                      {load(0, 0, o.load), store(1, 1, o.store)},
                      {load(1, 0, o.load), load(0, 1, o.load)}}};
}

}  // namespace litmus
