#include <dimma/any.hpp>

#include "base/sync/sync.hpp"
#include "cdr/any/any_transfer.hpp"
#include "cdr/stream/exceptions.hpp"

#include <dimma/minor.hpp>

#include <cstring>
#include <memory>
#include <utility>

namespace dimma {

AnyValue::~AnyValue() = default;

void AnyValuePointer::hold() noexcept {
  sync::AtomicReference<std::uint32_t>(value_->holders_).fetch_add(1, std::memory_order_relaxed);
}

void AnyValuePointer::release() noexcept {
  if (sync::AtomicReference<std::uint32_t>(value_->holders_).fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete value_;
}

namespace {

// A received value: its octets in native byte order, aligned from the first octet, and the valuetype instances in it.
class EncodedValue final : public AnyValue {
 public:
  EncodedValue(cdr::Buffer octets, std::size_t size, cdr::ValueTable values, std::shared_ptr<cdr::Context> context)
      : octets_(std::move(octets)), size_(size), values_(std::move(values)), context_(std::move(context)) {}

  void write(cdr::Encoder& out, const CORBA::TypeCode& type) const override {
    read([&](cdr::Decoder& in) { cdr::transfer(in, out, type); });
  }
  const void* of_type(const void*) const noexcept override { return nullptr; }

  void read(function_ref<void(cdr::Decoder&)> reader) const {
    cdr::Decoder in({octets_.data(), size_});
    in.context(context_.get());
    const cdr::ReadingValues table(in, &values_);
    reader(in);
  }

 private:
  cdr::Buffer octets_;
  std::size_t size_;
  cdr::ValueTable values_;
  std::shared_ptr<cdr::Context> context_;  // needed to create the object references in the value
};

class HeldException final : public AnyValue {
 public:
  HeldException(std::unique_ptr<const CORBA::UserException> exception, const void* whole, const void* tag)
      : exception_(std::move(exception)), whole_(whole), tag_(tag) {}

  void write(cdr::Encoder& out, const CORBA::TypeCode& /*type*/) const override {
    cdr::write_exception(out, *exception_);
  }
  const void* of_type(const void* tag) const noexcept override { return tag == tag_ ? whole_ : nullptr; }

 private:
  std::unique_ptr<const CORBA::UserException> exception_;
  const void* whole_;
  const void* tag_;
};

// Returns a buffer that is not much larger than its `size` octets, since an Any may be kept for a long time.
cdr::Buffer fitted(cdr::Buffer buffer, std::size_t size) {
  if (size >= buffer.capacity() / 2) return buffer;
  cdr::Buffer small(size);
  std::memcpy(small.data(), buffer.data(), size);
  return small;
}

}  // namespace

CORBA::Any any_of_exception(const CORBA::TypeCode& type, const CORBA::UserException* exception, const void* whole,
                            const void* tag) {
  std::unique_ptr<const CORBA::UserException> taken(exception);
  const AnyValuePointer held(new HeldException(std::move(taken), whole, tag));
  return {type._reference(), held};
}

namespace cdr {

void write_system_exception(Encoder& out, const CORBA::SystemException& value) {
  out.put(value.minor());
  out.put(static_cast<std::uint32_t>(value.completed()));
}

void read_system_exception(Decoder& in, CORBA::SystemException& value) {
  value.minor(in.get<std::uint32_t>());
  const auto completed = in.get<std::uint32_t>();
  if (completed > CORBA::COMPLETED_MAYBE) in.malformed("an invalid completion status");
  value.completed(static_cast<CORBA::CompletionStatus>(completed));
}

void read_any_value(const CORBA::Any& any, function_ref<void(Decoder&)> read) {
  if (const auto* const encoded = dynamic_cast<const EncodedValue*>(any._value())) {
    return encoded->read(read);
  }
  Buffer buffer(256);
  Encoder out(buffer);
  ValueTable values;
  const WritingValues written(out, &values);
  any._value()->write(out, any._type());
  Decoder in(out.octets());
  const ReadingValues table(in, &values);
  read(in);
}

void codec<CORBA::Any>::write(Encoder& out, const CORBA::Any& value) {
  codec<CORBA::typecode_reference>::write(out, value.type());
  write_any_value(out, value);
}

void codec<CORBA::Any>::read(Decoder& in, CORBA::Any& value) {
  CORBA::typecode_reference type;
  codec<CORBA::typecode_reference>::read(in, type);
  value = read_any_value(in, std::move(type));
}

void write_any_value(Encoder& out, const CORBA::Any& any) {
  if (any._value() == nullptr) return;
  const WritingValues values(out);
  any._value()->write(out, any._type());
}

CORBA::Any read_any_value(Decoder& in, CORBA::typecode_reference type) {
  constexpr std::size_t octets_first = 32;  // large enough for a number, a short string or a small struct
  Buffer buffer(octets_first);
  Encoder out(buffer);
  ValueTable values;
  const WritingValues written(out, &values);
  const ReadingValues account(in);
  in.enter();
  const bool met_reference = transfer(in, out, *type);
  in.exit();
  const std::size_t size = out.size();
  auto context = met_reference && in.context() != nullptr ? in.context()->share() : nullptr;
  return {std::move(type),
          new EncodedValue(fitted(std::move(buffer), size), size, std::move(values), std::move(context))};
}

}  // namespace cdr
}  // namespace dimma

namespace CORBA {

void operator<<=(Any& any, const SystemException& exception) {
#define DIMMA_INSERT(NAME)                                              \
  if (const auto* const same = dynamic_cast<const NAME*>(&exception)) { \
    any = dimma::any_access<NAME>::make(*same);                         \
    return;                                                             \
  }
  DIMMA_FOR_EACH_SYSTEM_EXCEPTION(DIMMA_INSERT)
#undef DIMMA_INSERT
}

void operator<<=(Any& any, const Exception& exception) {
  if (const auto* const user = dynamic_cast<const UserException*>(&exception)) return user->_insert(any);
  any <<= dynamic_cast<const SystemException&>(exception);
}

void Any::type(const typecode_reference& equivalent) {
  if (!equivalent || !_type().equivalent(equivalent)) {
    throw BAD_TYPECODE(dimma::minor::bad_typecode_not_equivalent, COMPLETED_NO,
                       "the TypeCode is not equivalent to that of the Any's value");
  }
  type_ = equivalent;
}

Any Any::_enumerator(const typecode_reference& enumeration, std::uint32_t ordinal) {
  dimma::cdr::Buffer buffer(sizeof ordinal);
  dimma::cdr::Encoder out(buffer);
  out.put(ordinal);
  return {enumeration, new dimma::EncodedValue(std::move(buffer), sizeof ordinal, dimma::cdr::ValueTable(), nullptr)};
}

}  // namespace CORBA
