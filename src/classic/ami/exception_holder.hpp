#pragma once
// The exception holder of the modern mapping within one of the classic mapping.

#include <dimma/classic/ami/reply_handler.hpp>
#include <dimma/reply_handler.hpp>

#include <atomic>

namespace dimma::classic {

using ModernHolder = ::CORBA::valuetype_reference<::Messaging::ExceptionHolder>;

// Returns a new holder, which the caller owns; null for nil.
Messaging::ExceptionHolder* classic_of(ModernHolder holder);

class HeldException final : public Messaging::ExceptionHolder {
 public:
  explicit HeldException(ModernHolder modern) noexcept : modern_(std::move(modern)) {}

  void raise_exception() override;
  void _add_ref() override { count_.fetch_add(1, std::memory_order_relaxed); }
  void _remove_ref() override {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  void _know(const Operation& operation) override;

  const ModernHolder& modern() const noexcept { return modern_; }

 private:
  ~HeldException() override = default;

  const ModernHolder modern_;
  std::atomic<unsigned> count_{1};
};

}  // namespace dimma::classic
