#include "orb/dynamic/codec_factory.hpp"

#include "cdr/text/code_sets.hpp"
#include "cdr/typecode/typecode_words.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/minor.hpp>

#include <span>

namespace dimma::orb {

namespace {

using CORBA::Any;
using CORBA::OctetSeq;

// The values of an encapsulation's first octet.
constexpr std::uint8_t big_endian = 0;
constexpr std::uint8_t little_endian = 1;

class CdrCodec final : public IOP::Codec {
 public:
  CdrCodec(std::shared_ptr<OrbState> orb, cdr::TextForm text_form) : orb_(std::move(orb)), text_form_(text_form) {}
  ~CdrCodec() override = default;

  OctetSeq encode(const Any& data) override {
    return written([&data](cdr::Encoder& out) { cdr::write(out, data); });
  }
  OctetSeq encode_value(const Any& data) override {
    return written([&data](cdr::Encoder& out) { cdr::write_any_value(out, data); });
  }

  Any decode(const OctetSeq& data) override {
    cdr::Decoder in = opened(data);
    try {
      return cdr::read<Any>(in);
    } catch (const CORBA::MARSHAL& cause) {
      throw FormatMismatch("the octets are not an encapsulation of an Any: " + cause._detail());
    }
  }
  Any decode_value(const OctetSeq& data, CORBA::typecode_reference tc) override {
    if (!tc) {
      throw CORBA::BAD_PARAM(minor::bad_param_nil_typecode, CORBA::COMPLETED_NO,
                             "the TypeCode passed to decode_value is nil");
    }
    cdr::Decoder in = opened(data);
    try {
      return cdr::read_any_value(in, tc);
    } catch (const CORBA::MARSHAL& cause) {
      throw TypeMismatch("the octets are not a value of the type " + cdr::words(tc) + ": " + cause._detail());
    }
  }

 private:
  OctetSeq written(function_ref<void(cdr::Encoder&)> write) const {
    cdr::Buffer buffer;
    cdr::Encoder out(buffer);
    out.text_form(text_form_);
    out.put(out.order() == std::endian::little ? little_endian : big_endian);
    try {
      write(out);
    } catch (const CORBA::MARSHAL& refused) {
      if (refused.minor() == minor::marshal_wide_in_giop_1_0)
        throw InvalidTypeForEncoding("wchar and wstring cannot be encoded in GIOP 1.0");
      throw;
    }
    const auto octets = out.octets();
    const auto* const first = reinterpret_cast<const std::uint8_t*>(octets.data());
    return {first, first + octets.size()};
  }

  // Returns a decoder that is positioned after the byte order.
  cdr::Decoder opened(const OctetSeq& data) const {
    if (data.empty()) throw FormatMismatch("no octets: an encapsulation begins with its byte order");
    if (data.front() > little_endian) {
      throw FormatMismatch("an encapsulation begins with 0 or 1, its byte order, not " + std::to_string(data.front()));
    }
    cdr::Decoder in(std::as_bytes(std::span(data)),
                    data.front() == little_endian ? std::endian::little : std::endian::big);
    in.text_form(text_form_);
    in.context(orb_.get());
    in.get<std::uint8_t>();
    return in;
  }

  const std::shared_ptr<OrbState> orb_;
  const cdr::TextForm text_form_;
};

cdr::NarrowForm narrow_form(IOP::CodeSetId id, std::uint32_t native_code_set) {
  const auto form = cdr::narrow_form(id, native_code_set);
  if (form != cdr::NarrowForm::unsupported) return form;
  throw IOP::CodecFactory::UnsupportedCodeset(id);
}

cdr::WideForm wide_form(IOP::CodeSetId id) {
  const auto form = cdr::wide_form(id);
  if (form != cdr::WideForm::unsupported) return form;
  throw IOP::CodecFactory::UnsupportedCodeset(id);
}

class CodecFactoryImpl final : public IOP::CodecFactory {
 public:
  explicit CodecFactoryImpl(std::shared_ptr<OrbState> orb) : orb_(std::move(orb)) {}
  ~CodecFactoryImpl() override = default;

  CORBA::object_reference<IOP::Codec> create_codec(const IOP::Encoding& encoding) override {
    check(encoding);
    return made({.giop_minor = encoding.minor_version()});
  }
  CORBA::object_reference<IOP::Codec> create_codec_with_codesets(const IOP::Encoding_1_2& encoding) override {
    check(encoding);
    return made({.giop_minor = encoding.minor_version(),
                 .narrow = narrow_form(encoding.char_codeset(), orb_->options().native_code_set),
                 .wide = wide_form(encoding.wchar_codeset())});
  }

 private:
  static void check(const IOP::Encoding& encoding) {
    constexpr std::uint8_t minor_max = 2;
    const bool is_known = encoding.format() == IOP::ENCODING_CDR_ENCAPS && encoding.major_version() == 1 &&
                          encoding.minor_version() <= minor_max;
    if (!is_known) {
      throw UnknownEncoding("encoding " + std::to_string(encoding.format()) + ", version " +
                            std::to_string(encoding.major_version()) + "." + std::to_string(encoding.minor_version()) +
                            " is not supported: use ENCODING_CDR_ENCAPS (0), version 1.0 to 1.2");
    }
  }
  CORBA::object_reference<IOP::Codec> made(cdr::TextForm form) const {
    return CORBA::make_reference<CdrCodec>(orb_, form);
  }

  const std::shared_ptr<OrbState> orb_;
};

}  // namespace

CORBA::object_reference<IOP::CodecFactory> make_codec_factory(std::shared_ptr<OrbState> orb) {
  return CORBA::make_reference<CodecFactoryImpl>(std::move(orb));
}

}  // namespace dimma::orb
