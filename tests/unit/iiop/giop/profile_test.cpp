#include "iiop/giop/profile.hpp"

#include "iiop/giop/profile_components.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "unit/octets.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::iiop;
using test::hexadecimal;
using test::normal;
using test::octets;

namespace {

std::string refusal(const std::vector<std::byte>& data) {
  try {
    decode_profile(data);
    return "accepted";
  } catch (const CORBA::INV_OBJREF& malformed) {
    EXPECT_EQ(malformed.minor(), minor::inv_objref_profile);
    return malformed._detail();
  }
}

TEST(Profile, GoldenOctets) {
  Profile profile;
  profile.minor = 0;
  profile.address = {"host", 0x0af9};
  profile.object_key = octets("'key'");
  EXPECT_EQ(hexadecimal(encode(profile, std::endian::big)),
            normal("00 01 00 00 00000005 'host' 00 00 0af9 00000003 'key'"));
  EXPECT_EQ(hexadecimal(encode(profile, std::endian::little)),
            normal("01 01 00 00 05000000 'host' 00 00 f90a 03000000 'key'"));
  profile.minor = 2;
  profile.components = {{0x21, octets("aabb")}};
  EXPECT_EQ(hexadecimal(encode(profile, std::endian::big)),
            normal("00 01 02 00 00000005 'host' 00 00 0af9 00000003 'key' 00 00000001 00000021 00000002 aabb"));
}

TEST(Profile, RoundTrip) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (const std::uint8_t minor : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
      Profile profile;
      profile.minor = minor;
      profile.address = {"some.host.example", 65535};
      profile.object_key = octets("00ff0102 'key'");
      profile.components = {orb_type(0x54414f00), {99, {}}, alternate_address({"::1", 7}), {99, octets("01")}};
      const auto data = encode(profile, order);
      const Profile read = decode_profile(data);
      EXPECT_EQ(read.minor, minor);
      EXPECT_EQ(read.address, profile.address);
      EXPECT_EQ(read.object_key, profile.object_key);
      EXPECT_EQ(read.components, minor == 0 ? std::vector<channel::Tagged>{} : profile.components) << "kept in order";
      EXPECT_EQ(hexadecimal(object_key_view(data, CORBA::COMPLETED_NO)), hexadecimal(profile.object_key));
    }
  }
}

TEST(Profile, LaterMinorVersionsAreReadAs12) {
  const auto data = octets("00 01 07 00 00000005 'host' 00 00 0af9 00000003 'key' 00 00000000 cafe");
  const Profile profile = decode_profile(data);
  EXPECT_EQ(profile.minor, 2);
  EXPECT_EQ(to_string(profile.address), "host:2809");
}

TEST(Profile, Addresses) {
  Profile profile;
  profile.address = {"first", 1};
  profile.components = {alternate_address({"second", 2}),
                        {component_alternate_iiop_address, octets("05")},  // malformed
                        orb_type(1),
                        alternate_address({"closed", 0}),
                        alternate_address({"[fe80::1]", 3})};
  EXPECT_EQ(addresses_of(profile), (std::vector<Address>{{"first", 1}, {"second", 2}, {"fe80::1", 3}}));
  profile.address.port = 0;
  EXPECT_EQ(addresses_of(profile).size(), 2U) << "port 0 is nothing to connect to";
  EXPECT_EQ(to_string(Address{"fe80::1", 3}), "[fe80::1]:3");
}

TEST(Profile, CodeSetsRoundTripAndText) {
  const CodeSets sets{{0x00010001, {0x05010001, 0x00010020}}, {0x00010109, {}}};
  const auto component = code_sets(sets);
  EXPECT_EQ(component.tag, component_code_sets);
  EXPECT_EQ(decode_code_sets(component), sets);
  EXPECT_EQ(describe_component(component),
            "char 0x00010001 (ISO 8859-1) or 0x05010001 (UTF-8) or 0x00010020 (ISO 646), wchar 0x00010109 (UTF-16)");
}

TEST(Profile, Description) {
  Profile profile;
  profile.address = {"localhost", 2809};
  profile.object_key = octets("'key'");
  profile.components = {orb_type(0x54414f00),
                        alternate_address({"backup", 2810}),
                        {77, octets("0102")},
                        {component_orb_type, octets("0000")}};
  EXPECT_EQ(
      describe(profile),
      "IIOP 1.2 localhost:2809, key of 3 octets, ORB type 0x54414f00 (TAO), alternate backup:2810, "
      "component 77, 2 octets, malformed ORB type: unexpected end of data: 7 more octets needed at offset 1 of 2");
}

TEST(Profile, MultipleComponents) {
  const auto data = octets("01 000000 02000000 00000000 08000000 01000000 004f4154 05000000 00000000");
  const auto components = decode_multiple_components(data);
  ASSERT_EQ(components.size(), 2U);
  EXPECT_EQ(decode_orb_type(components[0]), 0x54414f00U);
  EXPECT_EQ(components[1].tag, 5U);
  EXPECT_THROW(decode_multiple_components(octets("01 000000 ffffffff")), CORBA::INV_OBJREF);
}

TEST(Profile, CutOffAtEveryOctet) {
  Profile profile;
  profile.address = {"localhost", 2809};
  profile.object_key = octets("'key'");
  profile.components = {orb_type(1), {99, octets("0102")}};
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const auto data = encode(profile, order);
    for (std::size_t size = 0; size < data.size(); ++size) {
      const std::vector<std::byte> part(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_NE(refusal(part).find("malformed IIOP profile"), std::string::npos) << size << ": " << refusal(part);
      for (const unsigned value : {0U, 1U, 0x7fU, 0x80U, 0xffU}) {
        auto corrupted = data;
        corrupted[size] = static_cast<std::byte>(value);
        refusal(corrupted);
      }
    }
  }
}

TEST(Profile, Faults) {
  EXPECT_EQ(refusal({}), "malformed IIOP profile: unexpected end of data: 1 more octets needed at offset 0 of 0");
  EXPECT_NE(refusal(octets("02 01 02")).find("boolean"), std::string::npos);
  EXPECT_NE(refusal(octets("00 02 00 00 00000005 'host' 00 00 0af9 00000003 'key'")).find("IIOP version"),
            std::string::npos);
  EXPECT_THROW(object_key_view(octets("00 02"), CORBA::COMPLETED_NO), CORBA::MARSHAL);
}

TEST(Profile, KeyLimit) {
  Profile profile;
  profile.address = {"h", 1};
  profile.object_key.resize(object_key_octets_max);
  EXPECT_EQ(decode_profile(encode(profile)).object_key.size(), object_key_octets_max);
  profile.object_key.resize(object_key_octets_max + 1);
  EXPECT_THROW(encode(profile), CORBA::IMP_LIMIT);
}

}  // namespace
