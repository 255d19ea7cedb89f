#pragma once
/// Custom valuetypes (CORBA 3.3 part 1, 9.4): values that write and read their state themselves. Generated stubs
/// include this header if the IDL has a custom valuetype.
///
///   class ListImpl : public virtual IDL::traits<List>::obv_type {
///     void marshal(CORBA::valuetype_reference<CORBA::DataOutputStream> out) override { out->write_long(size()); ... }
///     void unmarshal(CORBA::valuetype_reference<CORBA::DataInputStream> in) override { ... in->read_long(); ... }
///   };
///
/// The streams belong to the call in progress: they may be used only within marshal and unmarshal.

#include <dimma/abstract_base.hpp>
#include <dimma/fixed.hpp>
#include <dimma/generated/plain_exception.hpp>
#include <dimma/object.hpp>
#include <dimma/traits.hpp>
#include <dimma/typecode_factory.hpp>
#include <dimma/value.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace dimma {

// The types that the streams write and read one at a time: name in IDL, C++ type, parameter type.
#define DIMMA_FOR_EACH_STREAMED(DO)                                                                                    \
  DO(any, CORBA::Any, const CORBA::Any&)                                                                               \
  DO(boolean, bool, bool)                                                                                              \
  DO(char, char, char)                                                                                                 \
  DO(wchar, wchar_t, wchar_t)                                                                                          \
  DO(octet, std::uint8_t, std::uint8_t)                                                                                \
  DO(short, std::int16_t, std::int16_t)                                                                                \
  DO(ushort, std::uint16_t, std::uint16_t)                                                                             \
  DO(long, std::int32_t, std::int32_t)                                                                                 \
  DO(ulong, std::uint32_t, std::uint32_t)                                                                              \
  DO(longlong, std::int64_t, std::int64_t)                                                                             \
  DO(ulonglong, std::uint64_t, std::uint64_t)                                                                          \
  DO(float, float, float)                                                                                              \
  DO(double, double, double)                                                                                           \
  DO(longdouble, long double, long double)                                                                             \
  DO(string, std::string, const std::string&)                                                                          \
  DO(wstring, std::wstring, const std::wstring&)                                                                       \
  DO(Object, CORBA::object_reference<CORBA::Object>, CORBA::object_reference<CORBA::Object>)                           \
  DO(Abstract, CORBA::abstractbase_reference<CORBA::AbstractBase>, CORBA::abstractbase_reference<CORBA::AbstractBase>) \
  DO(Value, CORBA::valuetype_reference<CORBA::ValueBase>, CORBA::valuetype_reference<CORBA::ValueBase>)                \
  DO(TypeCode, CORBA::typecode_reference, CORBA::typecode_reference)

// The types of which the streams write and read parts of a sequence: name, type of the sequence.
#define DIMMA_FOR_EACH_STREAMED_ARRAY(DO) \
  DO(any, CORBA::AnySeq)                  \
  DO(boolean, CORBA::BooleanSeq)          \
  DO(char, CORBA::CharSeq)                \
  DO(wchar, CORBA::WCharSeq)              \
  DO(octet, CORBA::OctetSeq)              \
  DO(short, CORBA::ShortSeq)              \
  DO(ushort, CORBA::UShortSeq)            \
  DO(long, CORBA::LongSeq)                \
  DO(ulong, CORBA::ULongSeq)              \
  DO(longlong, CORBA::LongLongSeq)        \
  DO(ulonglong, CORBA::ULongLongSeq)      \
  DO(float, CORBA::FloatSeq)              \
  DO(double, CORBA::DoubleSeq)            \
  DO(longdouble, CORBA::LongDoubleSeq)

}  // namespace dimma

namespace CORBA {

/// Thrown if an Any does not hold the fixed that it should, or if the digits and scale are invalid for a fixed;
/// `offset()` is the index of the Any in the part of the sequence.
class BadFixedValue final : public dimma::plain_exception<BadFixedValue> {
 public:
  static constexpr const char* exception_name = "BadFixedValue";
  static constexpr const char* repository_id = "IDL:omg.org/CORBA/BadFixedValue:1.0";

  BadFixedValue() = default;
  explicit BadFixedValue(std::uint32_t offset) noexcept : offset_(offset) {}
  std::uint32_t offset() const noexcept { return offset_; }
  void offset(std::uint32_t value) noexcept { offset_ = value; }

 private:
  std::uint32_t offset_ = 0;
};

/// The stream to which a custom value writes its state. Each function throws the exceptions of sending such an
/// argument; the functions for a part of a sequence throw BAD_PARAM if that part is not within the sequence.
class DataOutputStream : public virtual ValueBase {
 public:
#define DIMMA_WRITE(NAME, TYPE, ARGUMENT) virtual void write_##NAME(ARGUMENT value) = 0;
  /// Writes one value of that type.
  DIMMA_FOR_EACH_STREAMED(DIMMA_WRITE)
#undef DIMMA_WRITE
#define DIMMA_WRITE(NAME, SEQUENCE) \
  virtual void write_##NAME##_array(const SEQUENCE& seq, std::uint32_t offset, std::uint32_t length) = 0;
  /// Writes `length` elements of the sequence, the first of them at `offset`.
  DIMMA_FOR_EACH_STREAMED_ARRAY(DIMMA_WRITE)
#undef DIMMA_WRITE
  /// Write only the value of the fixed in the Any. Both functions throw BadFixedValue.
  virtual void write_fixed(const Any& fixed_value) = 0;
  virtual void write_fixed_array(const AnySeq& seq, std::uint32_t offset, std::uint32_t length) = 0;

 protected:
  ~DataOutputStream() override = default;
};

/// The stream from which a custom value reads its state. Unread octets are skipped; reading beyond the end throws
/// MARSHAL. A part of a sequence is overwritten from `offset` on, and the sequence is extended as needed.
class DataInputStream : public virtual ValueBase {
 public:
#define DIMMA_READ(NAME, TYPE, ARGUMENT) virtual TYPE read_##NAME() = 0;
  /// Reads one value of that type.
  DIMMA_FOR_EACH_STREAMED(DIMMA_READ)
#undef DIMMA_READ
#define DIMMA_READ(NAME, SEQUENCE) \
  virtual void read_##NAME##_array(SEQUENCE& seq, std::uint32_t offset, std::uint32_t length) = 0;
  /// Reads `length` elements into the sequence, the first of them at `offset`.
  DIMMA_FOR_EACH_STREAMED_ARRAY(DIMMA_READ)
#undef DIMMA_READ
  /// Read a fixed<digits, scale> into an Any. Both functions throw BadFixedValue.
  virtual Any read_fixed(std::uint16_t digits, std::int16_t scale) = 0;
  virtual void read_fixed_array(AnySeq& seq, std::uint32_t offset, std::uint32_t length, std::uint16_t digits,
                                std::int16_t scale) = 0;

 protected:
  ~DataInputStream() override = default;
};

/// Base of the implementations of custom valuetypes.
class CustomMarshal {
 public:
  /// Write and read the value's state. An exception ends the call that sends or receives the value.
  virtual void marshal(valuetype_reference<DataOutputStream> os) = 0;
  virtual void unmarshal(valuetype_reference<DataInputStream> is) = 0;

 protected:
  ~CustomMarshal() = default;
};

}  // namespace CORBA

namespace dimma {

namespace cdr {
/// Writes the fixed in the Any. Throws BadFixedValue(offset) if the Any holds another type.
inline void write_fixed_in_any(Encoder& out, const CORBA::Any& value, std::uint32_t offset) {
  if (value._type()._without_aliases().kind() != CORBA::TCKind::tk_fixed) throw CORBA::BadFixedValue(offset);
  write_any_value(out, value);
}
inline CORBA::Any read_fixed_in_any(Decoder& in, std::uint16_t digits, std::int16_t scale) {
  const bool is_one = digits >= 1 && digits <= IDL::fixed_number::digits_max && scale >= 0 && scale <= digits;
  if (!is_one) throw CORBA::BadFixedValue(0);
  struct Factory : CORBA::TypeCodeFactory {};
  return read_any_value(in, Factory().create_fixed_tc(digits, scale));
}
}  // namespace cdr

/// Base of the streams, which are values only by type and cannot be sent. Implements the functions of every value.
template <class Stream>
class UnsentValue : public Stream {
 public:
  const ValueType& _type_of_value() const noexcept override {
    static constexpr ValueType type{.repository_id = "IDL:omg.org/CORBA/DataStream:1.0"};
    return type;
  }
  void _write_state(cdr::Encoder&) const override {}
  void _read_state(cdr::Decoder&) override {}
};

/// The stream of a value that is being sent. For generated code.
class EncoderStream final : public UnsentValue<CORBA::DataOutputStream> {
 public:
  explicit EncoderStream(cdr::Encoder& out) : out_(out) {}
  ~EncoderStream() override = default;

#define DIMMA_WRITE(NAME, TYPE, ARGUMENT) \
  void write_##NAME(ARGUMENT value) override { cdr::codec<TYPE>::write(out_, value); }
  DIMMA_FOR_EACH_STREAMED(DIMMA_WRITE)
#undef DIMMA_WRITE
#define DIMMA_WRITE(NAME, SEQUENCE)                                                                     \
  void write_##NAME##_array(const SEQUENCE& seq, std::uint32_t offset, std::uint32_t length) override { \
    write_part(seq, offset, length);                                                                    \
  }
  DIMMA_FOR_EACH_STREAMED_ARRAY(DIMMA_WRITE)
#undef DIMMA_WRITE
  void write_fixed(const CORBA::Any& fixed_value) override { cdr::write_fixed_in_any(out_, fixed_value, 0); }
  void write_fixed_array(const CORBA::AnySeq& seq, std::uint32_t offset, std::uint32_t length) override {
    check_part(seq, offset, length);
    for (std::uint32_t i = 0; i < length; ++i) cdr::write_fixed_in_any(out_, seq[offset + i], i);
  }

 private:
  template <class Sequence>
  static void check_part(const Sequence& sequence, std::size_t offset, std::size_t length) {
    if (offset > sequence.size() || length > sequence.size() - offset)
      cdr::bound_exceeded(offset + length, bound(sequence));
  }
  template <class Sequence>
  void write_part(const Sequence& sequence, std::size_t offset, std::size_t length) {
    check_part(sequence, offset, length);
    for (std::size_t i = 0; i < length; ++i) {
      cdr::codec<typename Sequence::value_type>::write(out_, sequence[offset + i]);
    }
  }
  template <class Sequence>
  static std::uint32_t bound(const Sequence& sequence) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(sequence.size(), 0xffff'ffffU));
  }

  cdr::Encoder& out_;
};

/// The stream of a value that is being received. For generated code.
class DecoderStream final : public UnsentValue<CORBA::DataInputStream> {
 public:
  explicit DecoderStream(cdr::Decoder& in) : in_(in) {}
  ~DecoderStream() override = default;

#define DIMMA_READ(NAME, TYPE, ARGUMENT) \
  TYPE read_##NAME() override { return cdr::read<TYPE>(in_); }
  DIMMA_FOR_EACH_STREAMED(DIMMA_READ)
#undef DIMMA_READ
#define DIMMA_READ(NAME, SEQUENCE)                                                               \
  void read_##NAME##_array(SEQUENCE& seq, std::uint32_t offset, std::uint32_t length) override { \
    read_part(seq, offset, length);                                                              \
  }
  DIMMA_FOR_EACH_STREAMED_ARRAY(DIMMA_READ)
#undef DIMMA_READ
  CORBA::Any read_fixed(std::uint16_t digits, std::int16_t scale) override {
    return cdr::read_fixed_in_any(in_, digits, scale);
  }
  void read_fixed_array(CORBA::AnySeq& seq, std::uint32_t offset, std::uint32_t length, std::uint16_t digits,
                        std::int16_t scale) override {
    read_part_by(seq, offset, length, [&] { return cdr::read_fixed_in_any(in_, digits, scale); });
  }

 private:
  // Extends the sequence as elements are decoded, since `length` is only what the message claims.
  template <class Sequence>
  void read_part(Sequence& sequence, std::size_t offset, std::size_t length) {
    read_part_by(sequence, offset, length, [this] { return cdr::read<typename Sequence::value_type>(in_); });
  }
  template <class Sequence, class Read>
  static void read_part_by(Sequence& sequence, std::size_t offset, std::size_t length, Read read) {
    if (sequence.size() < offset) sequence.resize(offset);
    for (std::size_t i = offset; i < offset + length; ++i) {
      auto element = read();
      if (i < sequence.size()) {
        sequence[i] = std::move(element);
      } else {
        sequence.push_back(std::move(element));
      }
    }
  }

  cdr::Decoder& in_;
};

#undef DIMMA_FOR_EACH_STREAMED
#undef DIMMA_FOR_EACH_STREAMED_ARRAY

/// For generated code: writes the state of a custom value with its marshal(), which is not const in the mapping.
inline void write_custom_state(cdr::Encoder& out, const CORBA::CustomMarshal& value) {
  const_cast<CORBA::CustomMarshal&>(value).marshal(CORBA::make_reference<EncoderStream>(out));
}
/// For generated code: reads the state of a custom value with its unmarshal().
inline void read_custom_state(cdr::Decoder& in, CORBA::CustomMarshal& value) {
  value.unmarshal(CORBA::make_reference<DecoderStream>(in));
}

}  // namespace dimma
