#include "classic/typecodes/modern_typecode.hpp"

#include "classic/exceptions/translation.hpp"

#include <dimma/any.hpp>

#include <atomic>
#include <bit>
#include <memory>
#include <span>

namespace dimma::classic {

namespace {

::CORBA::typecode_reference decode(const void* encapsulation, std::size_t octets) {
  const std::span<const std::byte> whole(static_cast<const std::byte*>(encapsulation), octets);
  const bool is_little = cdr::Decoder(whole).get<std::uint8_t>() != 0;
  cdr::Decoder in(whole, is_little ? std::endian::little : std::endian::big);
  in.get<std::uint8_t>();
  ::CORBA::typecode_reference type;
  cdr::codec<::CORBA::typecode_reference>::read(in, type);
  return type;
}

}  // namespace

// Two threads may decode a constant at the same time; one of the results is used. It is never destroyed, as the
// constant is not.
const ::CORBA::typecode_reference* TypeCodeAccess::decoded(const CORBA::TypeCode& type) {
  using Reference = ::CORBA::typecode_reference;
  const std::atomic_ref<void*> shared(type.reference_);
  if (const auto* const known = static_cast<const Reference*>(shared.load(std::memory_order_acquire))) return known;
  auto made = with_classic_exceptions([&] { return std::make_unique<Reference>(decode(type.source_, type.octets_)); });
  void* known = nullptr;
  if (!shared.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) {
    return static_cast<const Reference*>(known);
  }
  return made.release();
}

void TypeCodeAccess::add_ref(CORBA::TypeCode& type) noexcept {
  if (type.source_ == nullptr) std::atomic_ref(type.count_).fetch_add(1, std::memory_order_relaxed);
}

void TypeCodeAccess::remove_ref(CORBA::TypeCode& type) noexcept {
  if (type.source_ != nullptr) return;
  if (std::atomic_ref(type.count_).fetch_sub(1, std::memory_order_acq_rel) == 1) delete static_cast<Counted*>(&type);
}

}  // namespace dimma::classic
