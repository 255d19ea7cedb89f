#include "classic/valuetypes/modern_value.hpp"

#include "classic/exceptions/translation.hpp"
#include "classic/streams/over.hpp"

#include <atomic>
#include <new>

namespace dimma::classic {

namespace {

// Stands for a value in the runtime, and is a part of it.
class Envelope final : public ::CORBA::ValueBase {
 public:
  explicit Envelope(CORBA::ValueBase& value) noexcept : value_(value) {}
  Envelope(const Envelope&) = delete;
  ~Envelope() override = default;

  CORBA::ValueBase& value() const noexcept { return value_; }

  const ::dimma::ValueType& _type_of_value() const noexcept override { return modern_type(value_._describe()); }
  void _write_state(cdr::Encoder& out) const override {
    with_modern_exceptions([&] {
      Output output(out);
      value_._write_state(output);
    });
  }
  void _read_state(cdr::Decoder& in) override {
    with_modern_exceptions([&] {
      Input input(in);
      value_._read_state(input);
    });
  }
  void _forget_state() override { value_._forget_state(); }

 private:
  CORBA::ValueBase& value_;
};

// Gives up the reference that the runtime has had.
void give_up(::CORBA::ValueBase* envelope) {
  try {
    static_cast<Envelope*>(envelope)->value()._remove_ref();
  } catch (...) {  // NOLINT: an application's own count has failed, and nobody is left to be told
  }
}

// The type of a value, as the runtime knows it.
struct ModernType : ::dimma::ValueType {
  explicit ModernType(const ValueDescription& type)
      : ::dimma::ValueType{.repository_id = type.repository_id}, classic(type) {
    if (type.truncatable_to != nullptr) truncatable_to = &modern_type(*type.truncatable_to);
    if (type.make != nullptr) make = &make_of;
  }

  static ModernValue make_of(const ::dimma::ValueType& type) {
    const CORBA::ValueBase_var made(static_cast<const ModernType&>(type).classic.make());
    return modern_of(made.in());
  }

  const ValueDescription& classic;
};

}  // namespace

class ValueAccess {
 public:
  static void construct(CORBA::ValueBase& value) noexcept { ::new (static_cast<void*>(value.room_)) Envelope(value); }
  static Envelope& envelope(CORBA::ValueBase& value) noexcept {
    static_assert(sizeof(Envelope) == sizeof(CORBA::ValueBase::room_) && alignof(Envelope) <= alignof(void*));
    return *std::launder(reinterpret_cast<Envelope*>(value.room_));
  }
};

ModernValue modern_of(CORBA::ValueBase* value) {
  if (value == nullptr) return {};
  value->_add_ref();
  return {&ValueAccess::envelope(*value), &give_up};
}

CORBA::ValueBase* classic_of(const ModernValue& value) {
  const auto* const envelope = dynamic_cast<const Envelope*>(value.get());
  return envelope == nullptr ? nullptr : CORBA::ValueBase::_duplicate(&envelope->value());
}

// Two threads may make the description of a type at the same time; one of them is used.
const ::dimma::ValueType& modern_type(const ValueDescription& type) {
  const std::atomic_ref prepared(type.prepared);
  const void* known = prepared.load(std::memory_order_acquire);
  if (known == nullptr) {
    auto made = std::make_unique<const ModernType>(type);
    if (prepared.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) return *made.release();
  }
  return *static_cast<const ModernType*>(known);
}

namespace CORBA {

ValueBase::ValueBase() { ValueAccess::construct(*this); }
ValueBase::ValueBase(const ValueBase& /*other*/) { ValueAccess::construct(*this); }
ValueBase::~ValueBase() { std::destroy_at(&ValueAccess::envelope(*this)); }

DefaultValueRefCountBase::~DefaultValueRefCountBase() = default;

}  // namespace CORBA

}  // namespace dimma::classic
