#pragma once
// Values of the classic mapping within an Any of the modern one.

#include <dimma/any.hpp>
#include <dimma/classic/generated/any_values.hpp>

namespace dimma::classic {

// Owns a value in its C++ form.
class OwnedValue {
 public:
  OwnedValue(const ValueType& how, void* value) noexcept : how_(how), value_(value) {}
  OwnedValue(OwnedValue&& other) noexcept : how_(other.how_), value_(std::exchange(other.value_, nullptr)) {}
  OwnedValue& operator=(OwnedValue&&) = delete;
  ~OwnedValue() {
    if (value_ != nullptr) how_.destroy(value_);
  }

  const ValueType& how() const noexcept { return how_; }
  void* get() const noexcept { return value_; }

 private:
  const ValueType& how_;
  void* value_;
};

// A value that was inserted in its C++ form. The address of its ValueType is the tag of its type.
class HeldValue final : public dimma::AnyValue {
 public:
  explicit HeldValue(OwnedValue value) noexcept : value_(std::move(value)) {}

  void write(cdr::Encoder& out, const ::CORBA::TypeCode& type) const override;
  const void* of_type(const void* tag) const noexcept override { return tag == &value_.how() ? value_.get() : nullptr; }

  // Returns true if the value is a reference to an object; object() then returns it, null if it is nil.
  bool is_reference() const noexcept { return value_.how().object != nullptr; }
  CORBA::Object* object() const { return value_.how().object(value_.get()); }

 private:
  OwnedValue value_;
};

}  // namespace dimma::classic
