// SPDX-License-Identifier: MIT
// A set of nodes of an execution graph, by index: one bit for each. Most executions have fewer than
// 64 choices, and then a set is one word.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck::trust {

class NodeSet {
 public:
  static constexpr std::size_t kBits = 64;

  // All sets of one graph have the same number of words.
  void resize(std::size_t words) { words_.resize(words); }
  void clear() { words_.assign(words_.size(), 0); }
  // All nodes before this one.
  void fill_below(std::size_t below) {
    std::uint64_t* const words = words_.data();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::size_t bits = below - std::min(below, i * kBits);
      words[i] = bits >= kBits ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    }
  }
  // The union of two sets of the same number of words.
  void assign_union(const std::uint64_t* one, const std::uint64_t* other) {
    std::uint64_t* const words = words_.data();
    for (std::size_t i = 0; i < words_.size(); ++i) words[i] = one[i] | other[i];
  }
  // Adds the nodes of the other set from `first` to `last`, both included.
  void add_range(const NodeSet& other, std::size_t first, std::size_t last) {
    const std::size_t end = last / kBits;
    for (std::size_t i = first / kBits; i < end; ++i) words_[i] |= other.words_[i];
    words_[end] |= other.words_[end] & ~std::uint64_t{0} >> (kBits - 1 - last % kBits);
  }
  [[nodiscard]] bool has(std::size_t node) const {
    return (words_[node / kBits] >> node % kBits & 1) != 0;
  }
  void add(std::size_t node) { words_[node / kBits] |= std::uint64_t{1} << node % kBits; }
  void remove(std::size_t node) { words_[node / kBits] &= ~(std::uint64_t{1} << node % kBits); }
  [[nodiscard]] const std::uint64_t* data() const { return words_.data(); }

  // Calls the function for each node that is not in the other set, until it returns false; returns
  // whether it never did. The function may remove the node that it is called with.
  template <class Function>
  bool for_each_not_in(const NodeSet& other, const Function& function) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t left = words_[i] & ~other.words_[i]; left != 0; left &= left - 1) {
        if (!function(i * kBits + static_cast<std::size_t>(std::countr_zero(left)))) return false;
      }
    }
    return true;
  }
  // One past the last node of the set.
  [[nodiscard]] std::size_t end() const {
    std::size_t words = words_.size();
    while (words > 0 && words_[words - 1] == 0) --words;
    if (words == 0) return 0;
    return words * kBits - static_cast<std::size_t>(std::countl_zero(words_[words - 1]));
  }
  // Calls the function for each node from `first` on and before `end`, until it returns false;
  // returns whether it never did.
  template <class Function>
  bool for_each_in_range(std::size_t first, std::size_t end, const Function& function) const {
    std::uint64_t skip = (std::uint64_t{1} << first % kBits) - 1;
    for (std::size_t i = first / kBits; i * kBits < end; ++i) {
      for (std::uint64_t left = words_[i] & ~skip; left != 0; left &= left - 1) {
        if (!function(i * kBits + static_cast<std::size_t>(std::countr_zero(left)))) return false;
      }
      skip = 0;
    }
    return true;
  }
  // Calls the function for each maximal range from `first` on and before `end` of nodes that are in
  // the set, or that are not: its first node and its length.
  template <class Function>
  void for_each_run(std::size_t first, std::size_t end, bool inside,
                    const Function& function) const {
    const std::uint64_t flip = inside ? 0 : ~std::uint64_t{0};
    std::uint64_t skip = (std::uint64_t{1} << first % kBits) - 1;
    for (std::size_t i = first / kBits; i * kBits < end; ++i) {
      std::uint64_t left = (words_[i] ^ flip) & ~skip;
      const std::size_t bits = end - i * kBits;
      if (bits < kBits) left &= (std::uint64_t{1} << bits) - 1;
      while (left != 0) {
        const auto from = static_cast<std::size_t>(std::countr_zero(left));
        const auto count = static_cast<std::size_t>(std::countr_one(left >> from));
        function(i * kBits + from, count);
        left &= left + (std::uint64_t{1} << from);  // the carry clears the range
      }
      skip = 0;
    }
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace mcheck::trust
