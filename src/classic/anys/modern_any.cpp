#include "classic/anys/modern_any.hpp"

#include <atomic>
#include <memory>
#include <new>
#include <utility>

namespace dimma::classic {

static_assert(sizeof(::CORBA::Any) == sizeof(detail::AnyRoom));
static_assert(alignof(::CORBA::Any) <= alignof(detail::AnyRoom));

namespace {

const void* find(const DecodedValue* first, const ValueType& how) noexcept {
  for (const auto* each = first; each != nullptr; each = each->next) {
    if (&each->value.how() == &how) return each->value.get();
  }
  return nullptr;
}

}  // namespace

const ::CORBA::Any& AnyAccess::modern(const CORBA::Any& any) noexcept {
  return *std::launder(reinterpret_cast<const ::CORBA::Any*>(&any.room_));
}

::CORBA::Any& AnyAccess::contents(CORBA::Any& any) noexcept {
  return *std::launder(reinterpret_cast<::CORBA::Any*>(&any.room_));
}

void AnyAccess::construct(CORBA::Any& any, ::CORBA::Any contents) noexcept {
  ::new (static_cast<void*>(&any.room_))::CORBA::Any(std::move(contents));
  any.decoded_ = nullptr;
}

void AnyAccess::destroy(CORBA::Any& any) noexcept {
  forget_decoded(any);
  std::destroy_at(&contents(any));
}

void AnyAccess::set(CORBA::Any& any, ::CORBA::Any contents) noexcept {
  AnyAccess::contents(any).swap(contents);
  forget_decoded(any);
}

void AnyAccess::take(CORBA::Any& any, CORBA::Any& other) noexcept {
  contents(any).swap(contents(other));
  std::swap(any.decoded_, other.decoded_);
}

void AnyAccess::forget_decoded(CORBA::Any& any) noexcept {
  const auto* first = static_cast<const DecodedValue*>(std::exchange(any.decoded_, nullptr));
  while (first != nullptr) delete std::exchange(first, first->next);
}

const void* AnyAccess::decoded(const CORBA::Any& any, const ValueType& how) noexcept {
  const void* const first = std::atomic_ref(any.decoded_).load(std::memory_order_acquire);
  return find(static_cast<const DecodedValue*>(first), how);
}

const void* AnyAccess::keep(const CORBA::Any& any, OwnedValue value) {
  auto made = std::make_unique<DecodedValue>(DecodedValue{std::move(value), nullptr});
  const std::atomic_ref<void*> shared(any.decoded_);
  void* first = shared.load(std::memory_order_acquire);
  do {
    const auto* const known = static_cast<const DecodedValue*>(first);
    if (const void* const same = find(known, made->value.how())) return same;
    made->next = known;
  } while (!shared.compare_exchange_weak(first, made.get(), std::memory_order_acq_rel, std::memory_order_acquire));
  return made.release()->value.get();
}

}  // namespace dimma::classic
