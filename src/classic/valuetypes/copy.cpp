// Copies a value by its encoded form.

#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/orb/process_settings.hpp"
#include "classic/valuetypes/modern_value.hpp"

#include <dimma/codec_factory.hpp>
#include <dimma/minor.hpp>

namespace dimma::classic {

namespace {

using ModernReferenceToValue = ::CORBA::valuetype_reference<::CORBA::ValueBase>;

// The codec of an ORB knows its factories, and decodes references to objects.
ModernReferenceToValue copy_by(const ModernOrb& orb, const ModernValue& value) {
  const auto factory = ::IDL::traits<::IOP::CodecFactory>::narrow(orb->resolve_initial_references("CodecFactory"));
  const auto codec = factory->create_codec(::IOP::Encoding(::IOP::ENCODING_CDR_ENCAPS, 1, 2));
  ::CORBA::Any any;
  any <<= ModernReferenceToValue(value);
  const ::CORBA::Any copied = codec->decode_value(codec->encode_value(any), ::CORBA::_tc_ValueBase._reference());
  ModernReferenceToValue copy;
  copied >>= copy;
  return copy;
}

// Without an ORB, the values have to be of types that need no factory.
ModernReferenceToValue copy_alone(const ModernValue& value) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  cdr::write_value(out, value);
  cdr::Decoder in({buffer.data(), out.size()});
  return ModernReferenceToValue(cdr::read_value(in, nullptr));
}

}  // namespace

CORBA::ValueBase* CORBA::ValueBase::_copy_value() {
  const auto orbs = noted_orbs();
  const ModernReferenceToValue copy = with_classic_exceptions([&] {
    const ModernValue value = modern_of(this);
    return orbs.empty() ? copy_alone(value) : copy_by(orbs.front(), value);
  });
  ValueBase* const copied = classic_of(copy._shared());
  if (copied == nullptr) {
    raise<MARSHAL>(minor::marshal_value_type, COMPLETED_NO, "the copy of a value is of the other mapping");
  }
  return copied;
}

}  // namespace dimma::classic
