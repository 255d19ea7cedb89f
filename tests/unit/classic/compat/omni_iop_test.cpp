// The parts of references by omniORB's types (<omniORB4/IOP.h>, <omniORB4/IIOP.h>).

#include <gtest/gtest.h>
#include <omniORB4/CORBA.h>
#include <omniORB4/IIOP.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

typedef std::vector<CORBA::Octet> Octets;

// A profile of IIOP 1.2 with the host "host", the port 0x1234, the key "ab" and one component: an ORB type.
const Octets big_endian = {0, 1, 2, 0, 0, 0, 0, 5, 'h', 'o', 's', 't', 0, 0, 0x12, 0x34, 0, 0, 0,    2,    'a',  'b',
                           0, 0, 0, 0, 0, 1, 0, 0, 0,   0,   0,   0,   0, 8, 0,    0,    0, 0, 0x41, 0x54, 0x54, 0};
const Octets little_endian = {1, 1, 2, 0, 5, 0, 0, 0, 'h', 'o', 's', 't', 0, 0, 0x34, 0x12, 2, 0, 0,    0,    'a',  'b',
                              0, 0, 1, 0, 0, 0, 0, 0, 0,   0,   8,   0,   0, 0, 0,    0,    0, 0, 0x41, 0x54, 0x54, 0};
const std::size_t octets_without_components = 22;

IOP::TaggedProfile profile_of(const Octets& octets, IOP::ProfileId tag = IOP::TAG_INTERNET_IOP) {
  IOP::TaggedProfile profile;
  profile.tag = tag;
  profile.profile_data.length(static_cast<CORBA::ULong>(octets.size()));
  for (std::size_t i = 0; i != octets.size(); ++i) profile.profile_data[static_cast<CORBA::ULong>(i)] = octets[i];
  return profile;
}

Octets octets_of(const IOP::TaggedProfile& profile) {
  const CORBA::Octet* const data = profile.profile_data.NP_data();
  return Octets(data, data + profile.profile_data.length());
}

std::string text_of(const IOP::ProfileData& octets) {
  return std::string(octets.NP_data(), octets.NP_data() + octets.length());
}

void expect_body(const IIOP::ProfileBody& body) {
  EXPECT_EQ(body.version.major, 1);
  EXPECT_EQ(body.version.minor, 2);
  EXPECT_STREQ(body.address.host, "host");
  EXPECT_EQ(body.address.port, 0x1234);
  EXPECT_EQ(text_of(body.object_key), "ab");
  ASSERT_EQ(body.components.length(), 1u);
  EXPECT_EQ(body.components[0].tag, IOP::TAG_ORB_TYPE);
  EXPECT_EQ(body.components[0].component_data.length(), 8u);
}

// Returns the reference of an IOR's text.
IOP::IOR ior_of(const std::string& text) {
  cdrMemoryStream stream;
  for (std::size_t at = 4; at + 1 < text.size(); at += 2) {
    stream.marshalOctet(static_cast<CORBA::Octet>(std::strtoul(text.substr(at, 2).c_str(), nullptr, 16)));
  }
  stream.setByteSwapFlag(stream.unmarshalBoolean());
  IOP::IOR ior;
  ior.type_id = IOP::IOR::unmarshaltype_id(stream);
  ior.profiles <<= stream;
  return ior;
}

std::string text_of(const IOP::IOR& ior) {
  cdrMemoryStream stream;
  stream.marshalBoolean(omni::myByteOrder);
  ior >>= stream;
  std::string text = "IOR:";
  const CORBA::Octet* const octets = static_cast<const CORBA::Octet*>(stream.bufPtr());
  for (CORBA::ULong i = 0; i != stream.bufSize(); ++i) {
    text += "0123456789abcdef"[octets[i] >> 4];
    text += "0123456789abcdef"[octets[i] & 15];
  }
  return text;
}

TEST(OmniIop, ReadsProfilesOfBothByteOrders) {
  for (const Octets& octets : {big_endian, little_endian}) {
    IIOP::ProfileBody body;
    IIOP::unmarshalProfile(profile_of(octets), body);
    expect_body(body);
  }
}

TEST(OmniIop, WritesProfilesInTheOrderOfTheMachine) {
  IIOP::ProfileBody body;
  IIOP::unmarshalProfile(profile_of(big_endian), body);
  IOP::TaggedProfile profile = profile_of({}, 7);
  IIOP::encodeProfile(body, profile);
  EXPECT_EQ(profile.tag, IOP::TAG_INTERNET_IOP);
  EXPECT_EQ(octets_of(profile), omni::myByteOrder ? little_endian : big_endian);
}

TEST(OmniIop, KnowsThatVersion10HasNoComponents) {
  Octets octets(little_endian.begin(), little_endian.begin() + octets_without_components);
  octets[2] = 0;
  IIOP::ProfileBody body;
  IIOP::unmarshalProfile(profile_of(octets), body);
  EXPECT_EQ(text_of(body.object_key), "ab");
  EXPECT_EQ(body.components.length(), 0u);
  body.components.length(1);
  body.components[0].tag = IOP::TAG_NULL_TAG;
  IOP::TaggedProfile profile;
  IIOP::encodeProfile(body, profile);
  EXPECT_EQ(octets_of(profile).size(), octets_without_components);
}

TEST(OmniIop, IgnoresWhatLaterVersionsAdd) {
  Octets octets = little_endian;
  octets[2] = 3;
  octets.push_back(9);
  IIOP::ProfileBody body;
  IIOP::unmarshalProfile(profile_of(octets), body);
  EXPECT_EQ(body.version.minor, 3);
  EXPECT_EQ(body.components.length(), 1u);
}

TEST(OmniIop, RefusesProfilesThatEndEarly) {
  for (const Octets& octets : {big_endian, little_endian}) {
    for (std::size_t size = 0; size != octets.size(); ++size) {
      IIOP::ProfileBody body;
      body.address.host = "before";
      const IOP::TaggedProfile profile =
          profile_of(Octets(octets.begin(), octets.begin() + static_cast<std::ptrdiff_t>(size)));
      EXPECT_THROW(IIOP::unmarshalProfile(profile, body), CORBA::MARSHAL) << size;
      EXPECT_STREQ(body.address.host, "before");
    }
  }
}

TEST(OmniIop, RefusesMalformedProfiles) {
  IIOP::ProfileBody body;
  Octets octets = little_endian;
  octets[0] = 2;
  EXPECT_THROW(IIOP::unmarshalProfile(profile_of(octets), body), CORBA::MARSHAL) << "a byte order of 2";
  octets = little_endian;
  octets[1] = 2;
  EXPECT_THROW(IIOP::unmarshalProfile(profile_of(octets), body), CORBA::MARSHAL) << "version 2.2";
  for (const std::size_t length : {4u, 16u, 24u, 32u}) {
    octets = little_endian;
    octets[length + 3] = 0xff;
    EXPECT_THROW(IIOP::unmarshalProfile(profile_of(octets), body), CORBA::MARSHAL) << "the length at " << length;
  }
  octets = little_endian;
  octets[10] = 0;
  EXPECT_THROW(IIOP::unmarshalProfile(profile_of(octets), body), CORBA::MARSHAL) << "a zero within the host";
}

TEST(OmniIop, RefusesProfilesOfAnotherTag) {
  IIOP::ProfileBody body;
  EXPECT_THROW(IIOP::unmarshalProfile(profile_of(little_endian, IOP::TAG_MULTIPLE_COMPONENTS), body), CORBA::BAD_PARAM);
  IOP::MultipleComponentProfile components;
  EXPECT_THROW(IIOP::unmarshalMultiComponentProfile(profile_of(little_endian), components), CORBA::BAD_PARAM);
  body.version.major = 2;
  body.version.minor = 0;
  IOP::TaggedProfile profile;
  EXPECT_THROW(IIOP::encodeProfile(body, profile), CORBA::BAD_PARAM);
}

TEST(OmniIop, ReadsAndWritesProfilesOfComponentsAlone) {
  const Octets octets = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 2, 7, 8};
  IOP::MultipleComponentProfile components;
  IIOP::unmarshalMultiComponentProfile(profile_of(octets, IOP::TAG_MULTIPLE_COMPONENTS), components);
  ASSERT_EQ(components.length(), 1u);
  EXPECT_EQ(components[0].tag, IOP::TAG_ALTERNATE_IIOP_ADDRESS);
  EXPECT_EQ(text_of(components[0].component_data), "\7\10");
  IOP::TaggedProfile profile;
  IIOP::encodeMultiComponentProfile(components, profile);
  EXPECT_EQ(profile.tag, IOP::TAG_MULTIPLE_COMPONENTS);
  EXPECT_EQ(profile.profile_data.length(), octets.size());
  components[0].tag = IOP::TAG_POLICIES;
  IIOP::unmarshalMultiComponentProfile(profile, components);
  ASSERT_EQ(components.length(), 2u) << "components are added to those that are there";
  EXPECT_EQ(components[0].tag, IOP::TAG_POLICIES);
  EXPECT_EQ(components[1].tag, IOP::TAG_ALTERNATE_IIOP_ADDRESS);
  EXPECT_EQ(text_of(components[1].component_data), "\7\10");
}

TEST(OmniIop, ReadsAnIorOfNil) {
  for (const char* const text : {"IOR:00000000000000010000000000000000", "IOR:000000000000000000000000"}) {
    const IOP::IOR ior = ior_of(text);
    EXPECT_STREQ(ior.type_id, "") << text;
    EXPECT_EQ(ior.profiles.length(), 0u) << text;
  }
  EXPECT_THROW(ior_of("IOR:"), CORBA::MARSHAL);
  EXPECT_THROW(ior_of("IOR:00000000ffffffff00"), CORBA::MARSHAL);
  EXPECT_THROW(ior_of("IOR:00000000000000010000000000ffffff"), CORBA::MARSHAL);
}

TEST(OmniIop, ChangesTheAddressInAReference) {
  int argc = 0;
  CORBA::ORB_var orb = CORBA::ORB_init(argc, nullptr, "addresses");
  CORBA::Object_var object = orb->string_to_object("corbaloc:iiop:1.2@inside.example:4660/Clock");
  CORBA::String_var text = orb->object_to_string(object);
  IOP::IOR ior = ior_of(text.in());
  EXPECT_EQ(text_of(ior), text.in()) << "what is read is written";
  ASSERT_EQ(ior.profiles.length(), 1u);
  IIOP::ProfileBody body;
  IIOP::unmarshalProfile(ior.profiles[0], body);
  EXPECT_STREQ(body.address.host, "inside.example");
  EXPECT_EQ(body.address.port, 4660);
  EXPECT_EQ(text_of(body.object_key), "Clock");
  body.address.host = "outside.example";
  IIOP::encodeProfile(body, ior.profiles[0]);
  CORBA::Object_var changed = orb->string_to_object(text_of(ior).c_str());
  CORBA::Object_var expected = orb->string_to_object("corbaloc:iiop:1.2@outside.example:4660/Clock");
  EXPECT_TRUE(changed->_is_equivalent(expected));
  EXPECT_FALSE(changed->_is_equivalent(object));
  orb->destroy();
}

}  // namespace
