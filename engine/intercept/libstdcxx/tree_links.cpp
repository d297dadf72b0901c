// SPDX-License-Identifier: MIT
// The links of std::map, std::set and similar containers, a red-black tree: container_links.hpp.
//
// Book     [CLRS: Introduction to algorithms, chapter 13], on the library's nodes: the header's
//          parent is the root, its left and right are the first and the last node; absent children
//          are null, so the parent of a child that moves up is kept beside it.
// Oracle   tests/intercept/libraries/library_containers_test.cpp: random insertions and erasures.
#include <map>
#include <utility>

#include "engine/intercept/libstdcxx/container_links.hpp"

namespace mcheck {
namespace {

using TreeNode = std::_Rb_tree_node_base;
using Colour = std::_Rb_tree_color;

enum class Side : bool { kLeft, kRight };
constexpr Side other(Side side) { return side == Side::kLeft ? Side::kRight : Side::kLeft; }

template <class Links>
class Tree {
 public:
  explicit Tree(const void* caller) : links_(caller) {}

  TreeNode* next(TreeNode* node, Side side) const {
    if (TreeNode* down = child(node, side)) {
      while (TreeNode* const further = child(down, other(side))) down = further;
      return down;
    }
    TreeNode* up = parent(node);
    while (node == child(up, side)) {
      node = up;
      up = parent(up);
    }
    return child(node, side) != up ? up : node;
  }

  // From the header, which is red unlike any root, to the last node.
  TreeNode* previous(TreeNode* node) const {
    if (is_red(node) && parent(parent(node)) == node) return child(node, Side::kRight);
    return next(node, Side::kLeft);
  }

  void insert(bool left, TreeNode* node, TreeNode* new_parent, TreeNode& header) const {
    links_.set(node->_M_parent, new_parent);
    links_.set(node->_M_left, static_cast<TreeNode*>(nullptr));
    links_.set(node->_M_right, static_cast<TreeNode*>(nullptr));
    links_.set(node->_M_color, std::_S_red);
    if (left) {
      set_child(new_parent, Side::kLeft, node);  // of the header: the first node
      if (new_parent == &header) {
        links_.set(header._M_parent, node);
        links_.set(header._M_right, node);
      } else if (new_parent == links_.get(header._M_left)) {
        links_.set(header._M_left, node);
      }
    } else {
      set_child(new_parent, Side::kRight, node);
      if (new_parent == links_.get(header._M_right)) links_.set(header._M_right, node);
    }
    fix_double_red(node, header);
  }

  // Removes the node and returns it.
  TreeNode* erase(TreeNode* node, TreeNode& header) const {
    TreeNode* hole = nullptr;  // the child that takes the place of a removed node; may be null
    TreeNode* hole_parent = nullptr;
    Colour removed_colour = links_.get(node->_M_color);
    TreeNode* const left = child(node, Side::kLeft);
    TreeNode* const right = child(node, Side::kRight);
    if (left != nullptr && right != nullptr) {
      removed_colour = replace_by_successor(node, hole, hole_parent, header);
    } else {
      hole = left == nullptr ? right : left;
      hole_parent = parent(node);
      if (hole != nullptr) links_.set(hole->_M_parent, hole_parent);
      replace(node, hole, header);
      move_end(header, Side::kLeft, node, right, hole_parent);
      move_end(header, Side::kRight, node, left, hole_parent);
    }
    if (removed_colour != std::_S_red) fix_missing_black(hole, hole_parent, header);
    return node;
  }

 private:
  TreeNode* parent(const TreeNode* node) const { return links_.get(node->_M_parent); }
  // The callers know that there is a node: what is short of a black node has a sibling.
  TreeNode* child(const TreeNode* node, Side side) const {
    // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker)
    return links_.get(side == Side::kLeft ? node->_M_left : node->_M_right);
  }
  void set_child(TreeNode* node, Side side, TreeNode* to) const {
    links_.set(side == Side::kLeft ? node->_M_left : node->_M_right, to);
  }
  bool is_red(const TreeNode* node) const {
    return node != nullptr && links_.get(node->_M_color) == std::_S_red;
  }
  void set_colour(TreeNode* node, Colour colour) const { links_.set(node->_M_color, colour); }

  // Redirects the link from above from one node to the other.
  void replace(TreeNode* one, TreeNode* by, TreeNode& header) const {
    TreeNode* const parent_node = parent(one);
    if (links_.get(header._M_parent) == one) {
      links_.set(header._M_parent, by);
    } else {
      set_child(parent_node, child(parent_node, Side::kLeft) == one ? Side::kLeft : Side::kRight,
                by);
    }
  }

  // If the first or the last node is removed, the end moves to its subtree, or to the node above
  // it.
  void move_end(TreeNode& header, Side side, TreeNode* removed, TreeNode* subtree,
                TreeNode* parent_node) const {
    if (child(&header, side) != removed) return;
    TreeNode* end = parent_node;
    for (TreeNode* down = subtree; down != nullptr; down = child(down, side)) end = down;
    set_child(&header, side, end);
  }

  // Returns the colour that is missing where the successor was.
  Colour replace_by_successor(TreeNode* node, TreeNode*& hole, TreeNode*& hole_parent,
                              TreeNode& header) const {
    TreeNode* const left = child(node, Side::kLeft);
    TreeNode* const right = child(node, Side::kRight);
    TreeNode* successor = right;
    while (TreeNode* const further = child(successor, Side::kLeft)) successor = further;
    hole = child(successor, Side::kRight);
    links_.set(left->_M_parent, successor);
    set_child(successor, Side::kLeft, left);
    if (successor == right) {
      hole_parent = successor;
    } else {
      hole_parent = parent(successor);
      if (hole != nullptr) links_.set(hole->_M_parent, hole_parent);
      set_child(hole_parent, Side::kLeft, hole);
      set_child(successor, Side::kRight, right);
      links_.set(right->_M_parent, successor);
    }
    replace(node, successor, header);
    links_.set(successor->_M_parent, parent(node));
    const Colour removed_colour = links_.get(successor->_M_color);
    set_colour(successor, links_.get(node->_M_color));
    return removed_colour;
  }

  // The node moves down to that side, and its child on the other side moves up.
  void rotate(TreeNode* node, Side side, TreeNode& header) const {
    TreeNode* const up = child(node, other(side));
    TreeNode* const middle = child(up, side);
    set_child(node, other(side), middle);
    if (middle != nullptr) links_.set(middle->_M_parent, node);
    replace(node, up, header);
    links_.set(up->_M_parent, parent(node));
    set_child(up, side, node);
    links_.set(node->_M_parent, up);
  }

  void fix_double_red(TreeNode* node, TreeNode& header) const {
    while (node != links_.get(header._M_parent) && is_red(parent(node))) {
      TreeNode* parent_node = parent(node);
      TreeNode* const grandparent = parent(parent_node);
      const Side side = child(grandparent, Side::kLeft) == parent_node ? Side::kLeft : Side::kRight;
      TreeNode* const uncle = child(grandparent, other(side));
      if (is_red(uncle)) {
        set_colour(parent_node, std::_S_black);
        set_colour(uncle, std::_S_black);
        set_colour(grandparent, std::_S_red);
        node = grandparent;
        continue;
      }
      if (node == child(parent_node, other(side))) {
        node = parent_node;
        rotate(node, side, header);
        parent_node = parent(node);
      }
      set_colour(parent_node, std::_S_black);
      set_colour(grandparent, std::_S_red);
      rotate(grandparent, other(side), header);
    }
    set_colour(links_.get(header._M_parent), std::_S_black);
  }

  void fix_missing_black(TreeNode* hole, TreeNode* parent_node, TreeNode& header) const {
    while (hole != links_.get(header._M_parent) && !is_red(hole)) {
      const Side side = hole == child(parent_node, Side::kLeft) ? Side::kLeft : Side::kRight;
      TreeNode* sibling = child(parent_node, other(side));
      if (is_red(sibling)) {
        set_colour(sibling, std::_S_black);
        set_colour(parent_node, std::_S_red);
        rotate(parent_node, side, header);
        sibling = child(parent_node, other(side));
      }
      if (!is_red(child(sibling, Side::kLeft)) && !is_red(child(sibling, Side::kRight))) {
        set_colour(sibling, std::_S_red);
        hole = parent_node;
        parent_node = parent(parent_node);
        continue;
      }
      if (!is_red(child(sibling, other(side)))) {
        set_colour(child(sibling, side), std::_S_black);
        set_colour(sibling, std::_S_red);
        rotate(sibling, other(side), header);
        sibling = child(parent_node, other(side));
      }
      set_colour(sibling, links_.get(parent_node->_M_color));
      set_colour(parent_node, std::_S_black);
      if (TreeNode* const outer = child(sibling, other(side))) set_colour(outer, std::_S_black);
      rotate(parent_node, side, header);
      break;
    }
    if (hole != nullptr) set_colour(hole, std::_S_black);
  }

  Links links_;
};

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_TREE(prefix, attributes, links)                                                     \
  attributes mcheck::TreeNode* prefix##_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(            \
      mcheck::TreeNode* node) {                                                                    \
    return mcheck::Tree<links>(__builtin_return_address(0)).next(node, mcheck::Side::kRight);      \
  }                                                                                                \
  attributes mcheck::TreeNode* prefix##_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(           \
      mcheck::TreeNode* node) {                                                                    \
    return mcheck::Tree<links>(__builtin_return_address(0)).next(node, mcheck::Side::kRight);      \
  }                                                                                                \
  attributes mcheck::TreeNode* prefix##_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(            \
      mcheck::TreeNode* node) {                                                                    \
    return mcheck::Tree<links>(__builtin_return_address(0)).previous(node);                        \
  }                                                                                                \
  attributes mcheck::TreeNode* prefix##_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(           \
      mcheck::TreeNode* node) {                                                                    \
    return mcheck::Tree<links>(__builtin_return_address(0)).previous(node);                        \
  }                                                                                                \
  attributes void prefix##_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(       \
      bool left, mcheck::TreeNode* node, mcheck::TreeNode* new_parent, mcheck::TreeNode& header) { \
    mcheck::Tree<links>(__builtin_return_address(0)).insert(left, node, new_parent, header);       \
  }                                                                                                \
  attributes mcheck::TreeNode*                                                                     \
      prefix##_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(                        \
          mcheck::TreeNode* node, mcheck::TreeNode& header) {                                      \
    return mcheck::Tree<links>(__builtin_return_address(0)).erase(node, header);                   \
  }

extern "C" {
MCHECK_TREE(mcheck_intercept_, [[gnu::weak]], mcheck::CheckedLinks)
MCHECK_TREE(mcheck_real_, , mcheck::UncheckedLinks)
}
// NOLINTEND
