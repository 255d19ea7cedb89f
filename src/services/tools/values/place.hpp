#pragma once
// A place within a JSON value, as a linked list on the stack. The text is only made for an error message.

#include "services/tools/values/values.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma::tools::values {

class Place {
 public:
  // `whole`, and `name` below, must outlive the object.
  explicit Place(std::string_view whole) : name_(whole) {}
  Place(const Place& parent, std::string_view name)
      : parent_(&parent), name_(name), is_member_(true), depth_(parent.depth_ + 1) {
    check_depth();
  }
  Place(const Place& parent, std::size_t index) : parent_(&parent), index_(index), depth_(parent.depth_ + 1) {
    check_depth();
  }

  // Returns the place as text, for example "argument 2 .points[3].x".
  std::string text() const {
    if (parent_ == nullptr) return std::string(name_);
    std::string text = parent_->text();
    if (parent_->parent_ == nullptr) text += ' ';
    return text + (is_member_ ? "." + std::string(name_) : "[" + std::to_string(index_) + "]");
  }
  [[noreturn]] void refuse(const std::string& what) const { throw ValueError(text() + ": " + what); }

 private:
  void check_depth() const {
    if (depth_ > depth_max) throw ValueError("more than " + std::to_string(depth_max) + " nested values");
  }

  const Place* parent_ = nullptr;
  std::string_view name_;
  std::size_t index_ = 0;
  bool is_member_ = false;
  std::size_t depth_ = 0;
};

}  // namespace dimma::tools::values
