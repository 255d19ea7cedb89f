// omniORB's stream over an encapsulation (<omniORB4/cdrStream.h>).

#include <gtest/gtest.h>
#include <omniORB4/CORBA.h>

namespace {

typedef _CORBA_Unbounded_Sequence_Octet Octets;

TEST(CdrEncapsulationStream, ReadsTheContentsOfAComponent) {
  const CORBA::Octet big_endian[] = {0, 0, 0, 0, 0, 0, 0, 2, 'h', 0, 0x12, 0x34};
  const CORBA::Octet little_endian[] = {1, 0, 0, 0, 2, 0, 0, 0, 'h', 0, 0x34, 0x12};
  for (const CORBA::Octet* const octets : {big_endian, little_endian}) {
    cdrEncapsulationStream stream(octets, sizeof big_endian, true);
    CORBA::String_var host = stream.unmarshalRawString();
    CORBA::UShort port = 0;
    port <<= stream;
    EXPECT_STREQ(host, "h");
    EXPECT_EQ(port, 0x1234);
    EXPECT_THROW(port <<= stream, CORBA::MARSHAL) << "nothing is left";
    EXPECT_THROW(port >>= stream, CORBA::MARSHAL) << "the octets are the caller's";
  }
}

TEST(CdrEncapsulationStream, WritesTheByteOrderFirst) {
  cdrEncapsulationStream stream;
  CORBA::ULong(2) >>= stream;
  Octets octets;
  stream.setOctetSeq(octets);
  ASSERT_EQ(octets.length(), 8u);
  EXPECT_TRUE(octets.release());
  EXPECT_EQ(octets[0], omni::myByteOrder ? 1 : 0);
  EXPECT_EQ(octets[omni::myByteOrder ? 4 : 7], 2);
  cdrEncapsulationStream again(octets.get_buffer(), octets.length());
  CORBA::ULong number = 0;
  number <<= again;
  EXPECT_EQ(number, 2u);
}

TEST(CdrEncapsulationStream, ReadsWhatItHasWritten) {
  cdrEncapsulationStream stream(64, true);
  stream.marshalOctet(7);
  EXPECT_EQ(stream.unmarshalOctet(), 7);
  EXPECT_THROW(stream.unmarshalOctet(), CORBA::MARSHAL);
}

TEST(CdrEncapsulationStream, GivesABufferForASequence) {
  cdrEncapsulationStream stream;
  stream.put_octet_array("ab", 2);
  CORBA::Octet* buffer = nullptr;
  CORBA::ULong maximum = 0;
  CORBA::ULong length = 0;
  stream.getOctetStream(buffer, maximum, length);
  EXPECT_EQ(length, 3u);
  EXPECT_GE(maximum, length);
  const Octets octets(maximum, length, buffer, true);
  EXPECT_EQ(octets[2], 'b');
}

TEST(CdrEncapsulationStream, RefusesWhatIsNoEncapsulation) {
  const CORBA::Octet octets[] = {2, 0, 0, 0};
  EXPECT_THROW(cdrEncapsulationStream(octets, sizeof octets, true), CORBA::MARSHAL);
  EXPECT_THROW(cdrEncapsulationStream(octets, 0, true), CORBA::MARSHAL);
  EXPECT_THROW(cdrEncapsulationStream(nullptr, 0, true), CORBA::MARSHAL);
}

}  // namespace
