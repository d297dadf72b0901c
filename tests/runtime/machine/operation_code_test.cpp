// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/run_ahead.hpp"

#include <catch2/catch.hpp>

namespace mcheck::operation_code_test {
using mcheck::Kind;
using mcheck::MemoryOrder;
using mcheck::ObjectId;
using mcheck::Operation;
using mcheck::OperationCode;

TEST_CASE("an operation that is written in two parts has the right fields") {
  constexpr MemoryOrder kOrders[] = {MemoryOrder::kRelaxed, MemoryOrder::kConsume,
                                     MemoryOrder::kAcquire, MemoryOrder::kRelease,
                                     MemoryOrder::kAcqRel,  MemoryOrder::kSeqCst};
  constexpr mcheck::Word kOne = 0x0123456789abcdef;
  constexpr mcheck::Word kOther = 0xfedcba9876543210;
  for (const Kind kind : {Kind::kLoad, Kind::kStore, Kind::kFetch, Kind::kCompareExchange}) {
    for (const MemoryOrder order : kOrders) {
      for (const MemoryOrder failure : kOrders) {
        for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
          for (const bool may_fail : {false, true}) {
            const OperationCode code = {kind, order, failure, static_cast<std::uint8_t>(bytes),
                                        may_fail};
            Operation wanted;
            wanted.kind = kind;
            wanted.order = order;
            wanted.failure_order = failure;
            wanted.bytes = bytes & 0xf;
            wanted.may_fail = may_fail;
            wanted.object = ObjectId{0x89abcdef};
            wanted.a = kOne;
            wanted.b = kOther;
            CHECK(operation_of(packed(code), ObjectId{0x89abcdef}, kOne, kOther) == wanted);
          }
        }
      }
    }
  }
}

}  // namespace mcheck::operation_code_test
