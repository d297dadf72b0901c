// SPDX-License-Identifier: MIT
// The links of std::list: container_links.hpp.
#include <list>
#include <utility>

#include "engine/intercept/libstdcxx/container_links.hpp"

namespace mcheck {
namespace {

using ListNode = std::__detail::_List_node_base;

template <class Links>
struct List {
  Links links;

  explicit List(const void* caller) : links(caller) {}

  ListNode* next(const ListNode* node) const { return links.get(node->_M_next); }
  ListNode* prev(const ListNode* node) const { return links.get(node->_M_prev); }
  void chain(ListNode* first, ListNode* second) const {
    links.set(first->_M_next, second);
    links.set(second->_M_prev, first);
  }

  void hook(ListNode* node, ListNode* position) const {
    ListNode* const before = prev(position);
    links.set(node->_M_next, position);
    links.set(node->_M_prev, before);
    links.set(before->_M_next, node);
    links.set(position->_M_prev, node);
  }

  void unhook(ListNode* node) const {
    ListNode* const after = next(node);
    ListNode* const before = prev(node);
    chain(before, after);
  }

  // Moves [first, last) before the node.
  void transfer(ListNode* node, ListNode* first, ListNode* last) const {
    if (node == last) return;
    ListNode* const last_moved = prev(last);
    ListNode* const before_first = prev(first);
    ListNode* const before_node = prev(node);
    chain(before_first, last);
    chain(before_node, first);
    chain(last_moved, node);
  }

  void reverse(ListNode* node) const {
    ListNode* now = node;
    do {
      ListNode* const after = next(now);
      links.set(now->_M_next, prev(now));
      links.set(now->_M_prev, after);
      now = after;
    } while (now != node);
  }

  // Swaps two lists, given by their headers.
  void swap(ListNode& a, ListNode& b) const {
    ListNode* const a_first = next(&a);
    ListNode* const b_first = next(&b);
    ListNode* const a_last = prev(&a);
    ListNode* const b_last = prev(&b);
    const bool a_empty = a_first == &a;
    const bool b_empty = b_first == &b;
    if (a_empty && b_empty) return;
    chain(&a, b_empty ? &a : b_first);
    chain(b_empty ? &a : b_last, &a);
    chain(&b, a_empty ? &b : a_first);
    chain(a_empty ? &b : a_last, &b);
  }
};

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_LIST(prefix, attributes, links)                                                    \
  attributes void prefix##_ZNSt8__detail15_List_node_base7_M_hookEPS0_(mcheck::ListNode* node,    \
                                                                       mcheck::ListNode* at) {    \
    mcheck::List<links>(__builtin_return_address(0)).hook(node, at);                              \
  }                                                                                               \
  attributes void prefix##_ZNSt8__detail15_List_node_base9_M_unhookEv(mcheck::ListNode* node) {   \
    mcheck::List<links>(__builtin_return_address(0)).unhook(node);                                \
  }                                                                                               \
  attributes void prefix##_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(                   \
      mcheck::ListNode* node, mcheck::ListNode* first, mcheck::ListNode* last) {                  \
    mcheck::List<links>(__builtin_return_address(0)).transfer(node, first, last);                 \
  }                                                                                               \
  attributes void prefix##_ZNSt8__detail15_List_node_base10_M_reverseEv(mcheck::ListNode* node) { \
    mcheck::List<links>(__builtin_return_address(0)).reverse(node);                               \
  }                                                                                               \
  attributes void prefix##_ZNSt8__detail15_List_node_base4swapERS0_S1_(mcheck::ListNode& one,     \
                                                                       mcheck::ListNode& other) { \
    mcheck::List<links>(__builtin_return_address(0)).swap(one, other);                            \
  }

extern "C" {
MCHECK_LIST(mcheck_intercept_, [[gnu::weak]], mcheck::CheckedLinks)
MCHECK_LIST(mcheck_real_, , mcheck::UncheckedLinks)
}
// NOLINTEND
