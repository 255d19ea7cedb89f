#include "classic/ami/exception_holder.hpp"

#include "classic/exceptions/translation.hpp"
#include "classic/streams/over.hpp"

#include <dimma/classic/generated/call.hpp>
#include <dimma/generated/cdr/values.hpp>
#include <dimma/generated/operation.hpp>

namespace dimma::classic {

namespace Messaging {
ExceptionHolder::~ExceptionHolder() = default;
}  // namespace Messaging

Messaging::ExceptionHolder* classic_of(ModernHolder holder) {
  return holder == nullptr ? nullptr : new HeldException(std::move(holder));
}

void HeldException::raise_exception() {
  with_classic_exceptions([&] { modern_->raise_exception(); });
}

void HeldException::_know(const Operation& operation) {
  modern_->_know(static_cast<const dimma::Operation*>(detail::prepared(operation))->extra_exceptions);
}

void write_exception_holder(Output& out, Messaging::ExceptionHolder* holder) {
  const auto* const held = dynamic_cast<const HeldException*>(holder);
  cdr::Encoder& encoder = out.commit();
  {
    const cdr::WritingValues values(encoder);
    cdr::write(encoder, held == nullptr ? ModernHolder() : held->modern());
  }
  out.reload();
}

Messaging::ExceptionHolder* read_exception_holder(Input& in) {
  ModernHolder read;
  cdr::Decoder& decoder = in.commit();
  {
    const cdr::ReadingValues values(decoder);
    cdr::read(decoder, read);
  }
  in.reload();
  return classic_of(std::move(read));
}

}  // namespace dimma::classic
