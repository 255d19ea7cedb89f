#pragma once
/// Encoding Anys as octets, for service contexts, files and the like (CORBA 3.3 part 1, 16.8):
/// `resolve_initial_references("CodecFactory")` and IOP::Codec. A Codec writes an encapsulation: the byte order, then
/// the value in CDR.
///
///   auto factory = IDL::traits<IOP::CodecFactory>::narrow(orb->resolve_initial_references("CodecFactory"));
///   auto codec = factory->create_codec(IOP::Encoding(IOP::ENCODING_CDR_ENCAPS, 1, 2));
///   CORBA::OctetSeq octets = codec->encode_value(any);
///   CORBA::Any same = codec->decode_value(octets, any.type());

#include <dimma/generated/plain_exception.hpp>
#include <dimma/object.hpp>
#include <dimma/traits.hpp>

#include <cstdint>

namespace IOP {

using EncodingFormat = std::int16_t;
inline constexpr EncodingFormat ENCODING_CDR_ENCAPS = 0;
using CodeSetId = std::uint32_t;

/// The format, and the GIOP version whose CDR is used: 1.0, 1.1 or 1.2.
class Encoding {
 public:
  Encoding() = default;
  explicit Encoding(EncodingFormat format, std::uint8_t major_version, std::uint8_t minor_version) noexcept
      : format_(format), major_version_(major_version), minor_version_(minor_version) {}

  void format(EncodingFormat value) noexcept { format_ = value; }
  EncodingFormat format() const noexcept { return format_; }
  EncodingFormat& format() noexcept { return format_; }
  void major_version(std::uint8_t value) noexcept { major_version_ = value; }
  std::uint8_t major_version() const noexcept { return major_version_; }
  std::uint8_t& major_version() noexcept { return major_version_; }
  void minor_version(std::uint8_t value) noexcept { minor_version_ = value; }
  std::uint8_t minor_version() const noexcept { return minor_version_; }
  std::uint8_t& minor_version() noexcept { return minor_version_; }

 private:
  EncodingFormat format_ = ENCODING_CDR_ENCAPS;
  std::uint8_t major_version_ = 0;
  std::uint8_t minor_version_ = 0;
};

/// An Encoding with the code sets of characters, by their numbers in the OSF registry: ISO 8859-1 (0x00010001) or UTF-8
/// (0x05010001), and UTF-16 (0x00010109) or UCS-2 (0x00010100) for wide characters.
class Encoding_1_2 : public Encoding {
 public:
  Encoding_1_2() = default;
  explicit Encoding_1_2(EncodingFormat format, std::uint8_t major_version, std::uint8_t minor_version,
                        CodeSetId char_codeset, CodeSetId wchar_codeset) noexcept
      : Encoding(format, major_version, minor_version), char_codeset_(char_codeset), wchar_codeset_(wchar_codeset) {}

  void char_codeset(CodeSetId value) noexcept { char_codeset_ = value; }
  CodeSetId char_codeset() const noexcept { return char_codeset_; }
  CodeSetId& char_codeset() noexcept { return char_codeset_; }
  void wchar_codeset(CodeSetId value) noexcept { wchar_codeset_ = value; }
  CodeSetId wchar_codeset() const noexcept { return wchar_codeset_; }
  CodeSetId& wchar_codeset() noexcept { return wchar_codeset_; }

 private:
  CodeSetId char_codeset_ = 0;
  CodeSetId wchar_codeset_ = 0;
};

/// Encodes Anys as octets and decodes them. Thread-safe.
class Codec : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<Codec>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/IOP/Codec:1.0"};

  DIMMA_LOCAL_EXCEPTION(InvalidTypeForEncoding, "IOP/Codec");
  DIMMA_LOCAL_EXCEPTION(FormatMismatch, "IOP/Codec");
  DIMMA_LOCAL_EXCEPTION(TypeMismatch, "IOP/Codec");

  /// Encodes the value with its TypeCode. Throws InvalidTypeForEncoding for wide characters in GIOP 1.0.
  virtual CORBA::OctetSeq encode(const CORBA::Any& data) = 0;
  /// Decodes a value with its TypeCode. Throws FormatMismatch for octets that are not an encapsulation of an Any.
  virtual CORBA::Any decode(const CORBA::OctetSeq& data) = 0;
  /// Encodes only the value, without its TypeCode. Throws what encode() throws.
  virtual CORBA::OctetSeq encode_value(const CORBA::Any& data) = 0;
  /// Decodes a value of the given type. Throws FormatMismatch for octets that are not an encapsulation, TypeMismatch if
  /// the encapsulation does not hold a value of the type, CORBA::BAD_PARAM for a nil TypeCode.
  virtual CORBA::Any decode_value(const CORBA::OctetSeq& data, CORBA::typecode_reference tc) = 0;

 protected:
  Codec() = default;
  ~Codec() override = default;
};

/// Makes codecs; the initial reference "CodecFactory" (CORBA 3.3 part 1, 16.9).
class CodecFactory : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<CodecFactory>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/IOP/CodecFactory:1.0"};

  DIMMA_LOCAL_EXCEPTION(UnknownEncoding, "IOP/CodecFactory");
  /// Thrown for a code set that the ORB does not convert; `codeset()` is its number.
  class UnsupportedCodeset final : public dimma::plain_exception<UnsupportedCodeset> {
   public:
    static constexpr const char* exception_name = "UnsupportedCodeset";
    static constexpr const char* repository_id = "IDL:omg.org/IOP/CodecFactory/UnsupportedCodeset:1.0";
    UnsupportedCodeset() = default;
    explicit UnsupportedCodeset(CodeSetId codeset) noexcept : codeset_(codeset) {}
    CodeSetId codeset() const noexcept { return codeset_; }
    void codeset(CodeSetId value) noexcept { codeset_ = value; }

   private:
    CodeSetId codeset_ = 0;
  };

  /// Makes a codec with the native code set (--dimma-code-set) and UTF-16. Throws UnknownEncoding for another format or
  /// version.
  virtual CORBA::object_reference<Codec> create_codec(const Encoding& encoding) = 0;
  virtual CORBA::object_reference<Codec> create_codec_with_codesets(const Encoding_1_2& encoding) = 0;

 protected:
  CodecFactory() = default;
  ~CodecFactory() override = default;
};

}  // namespace IOP

template <>
struct IDL::traits<IOP::Codec> : dimma::local_interface_traits<IOP::Codec> {};
template <>
struct IDL::traits<IOP::CodecFactory> : dimma::local_interface_traits<IOP::CodecFactory> {};
