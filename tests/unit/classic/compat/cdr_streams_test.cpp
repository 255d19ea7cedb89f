// omniORB's stream in memory (<omniORB4/cdrStream.h>).

#include <gtest/gtest.h>
#include <omniORB4/CORBA.h>

#include <cstring>

namespace {

CORBA::StringSeq some_texts() {
  CORBA::StringSeq texts(2);
  texts.length(2);
  texts[0] = "one";
  texts[1] = "two";
  return texts;
}

TEST(CdrMemoryStream, ReadsWhatWasWritten) {
  cdrMemoryStream stream;
  CORBA::Long(-5) >>= stream;
  CORBA::Double(2.5) >>= stream;
  some_texts() >>= stream;
  stream.marshalString("text");
  stream.marshalBoolean(true);
  stream.marshalOctet(200);
  CORBA::Long number = 0;
  CORBA::Double real = 0;
  CORBA::StringSeq texts;
  number <<= stream;
  real <<= stream;
  texts <<= stream;
  EXPECT_EQ(number, -5);
  EXPECT_EQ(real, 2.5);
  ASSERT_EQ(texts.length(), 2u);
  EXPECT_STREQ(texts[1], "two");
  CORBA::String_var text = stream.unmarshalString();
  EXPECT_STREQ(text, "text");
  EXPECT_TRUE(stream.unmarshalBoolean());
  EXPECT_EQ(stream.unmarshalOctet(), 200);
  EXPECT_THROW(number <<= stream, CORBA::MARSHAL) << "nothing is left";
}

TEST(CdrMemoryStream, AlignsFromItsFirstOctet) {
  cdrMemoryStream stream(64);
  stream.marshalOctet(1);
  CORBA::ULong(2) >>= stream;
  EXPECT_EQ(stream.bufSize(), 8u);
  CORBA::Octet octets[] = {3, 4};
  stream.put_octet_array(octets, 2, omni::ALIGN_8);
  stream.put_octet_array("ab", 2);
  EXPECT_EQ(stream.bufSize(), 12u);
  const unsigned char* const all = static_cast<const unsigned char*>(stream.bufPtr());
  EXPECT_EQ(all[8], 3);
  EXPECT_EQ(all[11], 'b');
  EXPECT_EQ(stream.unmarshalOctet(), 1);
  CORBA::ULong number = 0;
  number <<= stream;
  EXPECT_EQ(number, 2u);
  char last[4];
  stream.get_octet_array(last, 4, omni::ALIGN_8);
  EXPECT_EQ(last[2], 'a');
}

TEST(CdrMemoryStream, HasEitherByteOrder) {
  cdrMemoryStream stream;
  stream.setByteSwapFlag(false);
  CORBA::ULong(1) >>= stream;
  EXPECT_EQ(static_cast<const unsigned char*>(stream.bufPtr())[3], 1);
  cdrMemoryStream copy(stream);
  CORBA::ULong number = 0;
  number <<= copy;
  EXPECT_EQ(number, 1u) << "the copy has the order, too";
  cdrMemoryStream other(stream.bufPtr(), stream.bufSize());
  other.setByteSwapFlag(true);
  number <<= other;
  EXPECT_EQ(number, 0x1000000u);
}

TEST(CdrMemoryStream, ReadsOctetsOfTheCaller) {
  unsigned char octets[] = {7, 8, 9};
  cdrMemoryStream stream(octets, sizeof octets);
  EXPECT_TRUE(stream.readOnly());
  EXPECT_EQ(stream.bufSize(), 3u);
  EXPECT_EQ(stream.unmarshalOctet(), 7);
  stream.rewindPtrs();
  EXPECT_EQ(stream.unmarshalOctet(), 7);
  EXPECT_THROW(stream.marshalOctet(1), CORBA::MARSHAL);
  CORBA::ULong number = 0;
  EXPECT_THROW(number <<= stream, CORBA::MARSHAL);
  EXPECT_EQ(stream.unmarshalOctet(), 8) << "a failed read leaves the position";
}

TEST(CdrMemoryStream, BeginsAgain) {
  cdrMemoryStream stream;
  some_texts() >>= stream;
  CORBA::StringSeq texts;
  texts <<= stream;
  texts.length(0);
  stream.rewindInputPtr();
  texts <<= stream;
  EXPECT_EQ(texts.length(), 2u);
  stream.rewindPtrs();
  EXPECT_EQ(stream.bufSize(), 0u);
  EXPECT_THROW(texts <<= stream, CORBA::MARSHAL);
}

TEST(CdrMemoryStream, CopiesHaveOctetsOfTheirOwn) {
  cdrMemoryStream stream;
  stream.marshalOctet(1);
  cdrMemoryStream copy(stream);
  cdrMemoryStream assigned;
  assigned.marshalOctet(9);
  assigned = stream;
  stream.marshalOctet(2);
  EXPECT_EQ(copy.bufSize(), 1u);
  EXPECT_EQ(assigned.bufSize(), 1u);
  EXPECT_EQ(assigned.unmarshalOctet(), 1);
  EXPECT_EQ(copy.unmarshalOctet(), 1);
}

TEST(CdrMemoryStream, RefusesWhatTheMappingForbids) {
  cdrMemoryStream stream;
  EXPECT_THROW(stream.marshalString(nullptr), CORBA::BAD_PARAM);
  EXPECT_THROW(stream.marshalString("abc", 2), CORBA::BAD_PARAM);
  EXPECT_EQ(stream.bufSize(), 0u);
}

}  // namespace
