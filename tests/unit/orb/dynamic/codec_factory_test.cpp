// Anys as octets, by IOP::Codec.
#include "unit/orb/orb_fixture.hpp"

#include "CosNaming.hpp"

#include <dimma/codec_factory.hpp>

namespace dimma::test {
namespace {

using Octets = CORBA::OctetSeq;

class CodecTest : public OrbTest {
 protected:
  CORBA::object_reference<IOP::CodecFactory> factory_ =
      IDL::traits<IOP::CodecFactory>::narrow(client_->resolve_initial_references("CodecFactory"));
  CORBA::object_reference<IOP::Codec> codec(std::uint8_t minor) {
    return factory_->create_codec(IOP::Encoding(IOP::ENCODING_CDR_ENCAPS, 1, minor));
  }
  static CORBA::Any some_any() {
    CORBA::Any any;
    any <<= CosNaming::NameComponent("an id", "a kind");
    return any;
  }
};

TEST_F(CodecTest, TurnsAnAnyIntoOctetsAndBack) {
  for (std::uint8_t minor = 0; minor <= 2; ++minor) {
    const auto cdr = codec(minor);
    CosNaming::NameComponent copy;
    ASSERT_TRUE(cdr->decode(cdr->encode(some_any())) >>= copy);
    EXPECT_EQ(copy.kind(), "a kind");
    copy.kind("");
    ASSERT_TRUE(cdr->decode_value(cdr->encode_value(some_any()), CosNaming::_tc_NameComponent) >>= copy);
    EXPECT_EQ(copy.kind(), "a kind");
  }
}

TEST_F(CodecTest, WritesAnEncapsulation) {
  CORBA::Any number;
  number <<= std::int32_t{1};
  const Octets little{1, 0, 0, 0, 1, 0, 0, 0};
  const Octets big{0, 0, 0, 0, 0, 0, 0, 1};
  EXPECT_EQ(codec(2)->encode_value(number), std::endian::native == std::endian::little ? little : big);
  for (const Octets& octets : {little, big}) {
    std::int32_t value = 0;
    EXPECT_TRUE(codec(2)->decode_value(octets, CORBA::_tc_long) >>= value);
    EXPECT_EQ(value, 1);
  }
}

TEST_F(CodecTest, DecodesReferencesThatCanBeCalled) {
  CORBA::Any any;
  any <<= CORBA::object_reference<CORBA::Object>(remote());
  CORBA::object_reference<CORBA::Object> object;
  ASSERT_TRUE(codec(2)->decode(codec(2)->encode(any)) >>= object);
  IDL::traits<Sample::Counter>::narrow(object)->ping();
  EXPECT_EQ(servant_->pings, 1);
}

TEST_F(CodecTest, SaysWhatItCannotDo) {
  CORBA::Any wide;
  wide <<= L"wide";
  EXPECT_THROW(codec(0)->encode(wide), IOP::Codec::InvalidTypeForEncoding);
  EXPECT_THROW(codec(0)->encode_value(wide), IOP::Codec::InvalidTypeForEncoding);
  for (const Octets& octets : {Octets{}, Octets{2, 0, 0, 0}}) {
    EXPECT_THROW(codec(2)->decode(octets), IOP::Codec::FormatMismatch);
    EXPECT_THROW(codec(2)->decode_value(octets, CORBA::_tc_long), IOP::Codec::FormatMismatch);
  }
  EXPECT_THROW(codec(2)->decode({1, 0, 0, 0, 3}), IOP::Codec::FormatMismatch);
  EXPECT_THROW(codec(2)->decode_value({1, 0, 0, 0, 3}, CORBA::_tc_long), IOP::Codec::TypeMismatch);
  EXPECT_RAISES(codec(2)->decode_value({1}, nullptr), CORBA::BAD_PARAM, minor::bad_param_nil_typecode);
}

TEST_F(CodecTest, SaysWhyItRefusesOctets) {
  const auto says = [](const CORBA::Exception& refused, const std::string& words) {
    EXPECT_NE(std::string(refused.what()).find(words), std::string::npos) << refused.what();
  };
  try {
    codec(2)->decode({2, 0, 0, 0});
  } catch (const IOP::Codec::FormatMismatch& refused) {
    says(refused, "0 or 1, its byte order, not 2");
  }
  try {
    codec(2)->decode_value({1, 0, 0, 0, 3}, CORBA::_tc_long);
  } catch (const IOP::Codec::TypeMismatch& refused) {
    says(refused, "not a value of the type long: ");
  }
  try {
    factory_->create_codec(IOP::Encoding(0, 1, 3));
  } catch (const IOP::CodecFactory::UnknownEncoding& refused) {
    says(refused, "encoding 0, version 1.3");
  }
}

TEST_F(CodecTest, KnowsSomeEncodings) {
  EXPECT_THROW(factory_->create_codec(IOP::Encoding(1, 1, 2)), IOP::CodecFactory::UnknownEncoding);
  EXPECT_THROW(factory_->create_codec(IOP::Encoding(0, 1, 3)), IOP::CodecFactory::UnknownEncoding);
  EXPECT_THROW(factory_->create_codec(IOP::Encoding(0, 2, 0)), IOP::CodecFactory::UnknownEncoding);
  const auto with_codesets = [&](IOP::CodeSetId narrow, IOP::CodeSetId wide) {
    return factory_->create_codec_with_codesets(IOP::Encoding_1_2(IOP::ENCODING_CDR_ENCAPS, 1, 2, narrow, wide));
  };
  try {
    with_codesets(0x00010001, 0x00020109);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const IOP::CodecFactory::UnsupportedCodeset& refused) {
    EXPECT_EQ(refused.codeset(), 0x00020109U);
  }
  EXPECT_THROW(with_codesets(0x00020001, 0x00010109), IOP::CodecFactory::UnsupportedCodeset);
  CORBA::Any text;
  text <<= "\xc3\xa4";
  const auto latin1 = with_codesets(0x00010001, 0x00010109);
  const Octets octets = latin1->encode_value(text);
  EXPECT_EQ(octets.size(), 10U);  // byte order, length, one octet for the letter, zero
  std::string same;
  EXPECT_TRUE(latin1->decode_value(octets, CORBA::_tc_string) >>= same);
  EXPECT_EQ(same, "\xc3\xa4");
  EXPECT_EQ(with_codesets(0x05010001, 0x00010109)->encode_value(text).size(), 11U);
}

}  // namespace
}  // namespace dimma::test
