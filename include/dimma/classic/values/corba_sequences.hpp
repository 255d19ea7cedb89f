#pragma once
/// The sequences of module CORBA (CORBA 3.3 part 1, 8.1): OctetSeq, StringSeq and so on, as `dimma-idl --classic` would
/// generate them.

#include <dimma/classic/generated/any_values.hpp>
#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/string_sequence.hpp>

// Declares a sequence, which derives from the unnamed sequence BASE, with its TypeCode and its operators for Any.
#define DIMMA_CLASSIC_SEQUENCE(NAME, CONSTRUCTOR, BASE)                                                              \
  class NAME : public ::dimma::classic::BASE {                                                                       \
   public:                                                                                                           \
    typedef ::dimma::classic::SequenceVar<NAME> _var_type;                                                           \
    using ::dimma::classic::BASE::CONSTRUCTOR;                                                                       \
    NAME() {}                                                                                                        \
  };                                                                                                                 \
  typedef ::dimma::classic::SequenceVar<NAME> NAME##_var;                                                            \
  typedef ::dimma::classic::SequenceOut<NAME> NAME##_out;                                                            \
  extern const TypeCode_ptr _tc_##NAME;                                                                              \
  inline void operator<<=(Any& any, const NAME& value) { insert_copy(any, _tc_##NAME, value); }                      \
  inline void operator<<=(Any& any, NAME* value) { insert_owned(any, _tc_##NAME, value); }                           \
  inline Boolean operator>>=(const Any& any, const NAME*& value) { return extract_pointer(any, _tc_##NAME, value); } \
  inline Boolean operator>>=(const Any& any, NAME*& value) {                                                         \
    return extract_pointer(any, _tc_##NAME, const_cast<const NAME*&>(value));                                        \
  }

// Calls DO with each sequence: its name, and the class that it derives from.
#define DIMMA_CLASSIC_SEQUENCES(DO)                                   \
  DO(AnySeq, UnboundedSequence, UnboundedSequence<Any>)               \
  DO(BooleanSeq, UnboundedSequence, UnboundedSequence<Boolean>)       \
  DO(CharSeq, UnboundedSequence, UnboundedSequence<Char>)             \
  DO(WCharSeq, UnboundedSequence, UnboundedSequence<WChar>)           \
  DO(OctetSeq, UnboundedSequence, UnboundedSequence<Octet>)           \
  DO(ShortSeq, UnboundedSequence, UnboundedSequence<Short>)           \
  DO(UShortSeq, UnboundedSequence, UnboundedSequence<UShort>)         \
  DO(LongSeq, UnboundedSequence, UnboundedSequence<Long>)             \
  DO(ULongSeq, UnboundedSequence, UnboundedSequence<ULong>)           \
  DO(LongLongSeq, UnboundedSequence, UnboundedSequence<LongLong>)     \
  DO(ULongLongSeq, UnboundedSequence, UnboundedSequence<ULongLong>)   \
  DO(FloatSeq, UnboundedSequence, UnboundedSequence<Float>)           \
  DO(DoubleSeq, UnboundedSequence, UnboundedSequence<Double>)         \
  DO(LongDoubleSeq, UnboundedSequence, UnboundedSequence<LongDouble>) \
  DO(StringSeq, UnboundedStringSequence, UnboundedStringSequence)     \
  DO(WStringSeq, UnboundedWideStringSequence, UnboundedWideStringSequence)

namespace dimma {
namespace classic {
namespace CORBA {
/// The sequences, without a bound. Each has a `_var`, an `_out`, a TypeCode and the operators of Any.
DIMMA_CLASSIC_SEQUENCES(DIMMA_CLASSIC_SEQUENCE)
}  // namespace CORBA

#define DIMMA_CLASSIC_SEQUENCE_CODEC(NAME, CONSTRUCTOR, BASE) \
  template <>                                                 \
  struct codec<CORBA::NAME> : sequence_codec<CORBA::NAME> {};
DIMMA_CLASSIC_SEQUENCES(DIMMA_CLASSIC_SEQUENCE_CODEC)

}  // namespace classic
}  // namespace dimma
#undef DIMMA_CLASSIC_SEQUENCE
#undef DIMMA_CLASSIC_SEQUENCE_CODEC
