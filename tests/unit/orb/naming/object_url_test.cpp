#include "orb/naming/object_url.hpp"

#include "unit/octets.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

using namespace dimma;
using namespace dimma::orb;

namespace {

Corbaloc corbaloc(std::string_view text) { return std::get<Corbaloc>(parse_object_url(text)); }
Corbaname corbaname(std::string_view text) { return std::get<Corbaname>(parse_object_url(text)); }

void expect_refused(std::string_view text, std::uint32_t minor, std::string_view what) {
  try {
    parse_object_url(text);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor) << text << ": " << refused._detail();
    EXPECT_NE(refused._detail().find(what), std::string::npos) << text << ": " << refused._detail();
  }
}

TEST(Corbaloc, Defaults) {
  const Corbaloc url = corbaloc("corbaloc::localhost/Time");
  EXPECT_EQ(url.addresses, (std::vector<Corbaloc::Address>{{0, "localhost", 2809}}));
  EXPECT_EQ(url.key_text(), "Time");
  EXPECT_FALSE(url.is_initial_reference());
  EXPECT_EQ(corbaloc("corbaloc::localhost").key_text(), "");
}

TEST(Corbaloc, SeveralAddresses) {
  const Corbaloc url =
      corbaloc("CORBALOC:iiop:1.2@host.example:4711,:1.1@10.0.0.7,IIOP:[fe80::1%eth0]:1,:[::1]/a/b?c=d");
  EXPECT_EQ(url.addresses,
            (std::vector<Corbaloc::Address>{
                {2, "host.example", 4711}, {1, "10.0.0.7", 2809}, {0, "fe80::1%eth0", 1}, {0, "::1", 2809}}));
  EXPECT_EQ(url.key_text(), "a/b?c=d");
}

TEST(Corbaloc, WithTls) {
  EXPECT_EQ(corbaloc("corbaloc:ssliop:host:4711,SSLIOP:1.1@[::1],:plain/key").addresses,
            (std::vector<Corbaloc::Address>{{2, "host", 4711, true}, {1, "::1", 2809, true}, {0, "plain", 2809}}));
  expect_refused("corbaloc:ssliop:1.0@host/key", minor::bad_param_address, "GIOP 1.0");
}

// RFC 6874: "%25" is the '%' of a URL.
TEST(Corbaloc, ZonesAreUnescaped) {
  EXPECT_EQ(corbaloc("corbaloc::[fe80::1%25eth0]:1,:[fe80::1%252]/key").addresses,
            (std::vector<Corbaloc::Address>{{0, "fe80::1%eth0", 1}, {0, "fe80::1%2", 2809}}));
}

TEST(Corbaloc, KeysAreUnescaped) {
  EXPECT_EQ(test::hexadecimal(corbaloc("corbaloc::h/%00%ff%41b").object_key), "00ff4162");
  EXPECT_EQ(corbaloc("corbaloc::h/;/:?@&=+$,-_.!~*'()azAZ09").key_text(), ";/:?@&=+$,-_.!~*'()azAZ09");
}

TEST(Corbaloc, InitialReferences) {
  EXPECT_TRUE(corbaloc("corbaloc:rir:/RootPOA").is_initial_reference());
  EXPECT_EQ(corbaloc("corbaloc:rir:/RootPOA").key_text(), "RootPOA");
  EXPECT_EQ(corbaloc("corbaloc:rir:").key_text(), "NameService");
  EXPECT_EQ(corbaloc("corbaloc:rir:/").key_text(), "NameService");
}

TEST(Corbaloc, Refusals) {
  const auto address = minor::bad_param_address;
  expect_refused("corbaloc:", address, "at character 10, expected a protocol and ':'");
  expect_refused("corbaloc:host/key", address, "expected a protocol and ':'");
  expect_refused("corbaloc::/key", address, "at character 11, a host is missing");
  expect_refused("corbaloc:::2809/key", address, "a host is missing");
  expect_refused("corbaloc::host:/key", address, "a port is missing");
  expect_refused("corbaloc::host:0/key", address, "port 0");
  expect_refused("corbaloc::host:65536/key", address, "a port above 65535");
  expect_refused("corbaloc::host:99999999999999999999/key", address, "a port above 65535");
  expect_refused("corbaloc::host:28o9/key", address, "at character 18, a character that is not a digit in a port");
  expect_refused("corbaloc::1.3@host/key", address, "GIOP version");
  expect_refused("corbaloc::2.0@host/key", address, "GIOP version");
  expect_refused("corbaloc::@host/key", address, "GIOP version");
  expect_refused("corbaloc:shmiop:host/key", address, "unknown protocol \"shmiop\"");
  expect_refused("corbaloc::host,/key", address, "expected a protocol and ':'");
  expect_refused("corbaloc::host,rir:/key", address, "rir together with other addresses");
  expect_refused("corbaloc:rir:,:host/key", address, "rir together with other addresses");
  expect_refused("corbaloc:rir:host/key", address, "rir has no address");
  expect_refused("corbaloc::[::1/key", address, "'[' without ']'");
  expect_refused("corbaloc::[]/key", address, "an address is missing between the brackets");
  expect_refused("corbaloc::[::g]/key", address, "at character 14, a character that an IPv6 address cannot have");
  expect_refused("corbaloc::[::1]2809/key", address, "expected ':' and a port");
  expect_refused("corbaloc::[fe80::1%]/key", address, "at character 19, not the zone of an IPv6 address");
  expect_refused("corbaloc::[fe80::1%25e/h]/key", address, "'[' without ']'");
  expect_refused("corbaloc::[fe80::1%25eth%zz]/key", address, "at character 19, not the zone of an IPv6 address");
  expect_refused("corbaloc::ho st/key", address, "at character 13, a character that a host name cannot have");
  const auto key = minor::bad_param_scheme_specific;
  expect_refused("corbaloc::host/a b", key, "at character 17, a character that must be written in a key as %20");
  expect_refused("corbaloc::host/a\xc3", key, "written in a key as %c3");
  expect_refused("corbaloc::host/a#b", key, "written in a key as %23");
  expect_refused("corbaloc::host/a%4", key, "at character 17, '%' without two hexadecimal digits");
  expect_refused("corbaloc::host/%", key, "'%' without two hexadecimal digits");
  expect_refused("corbaloc::host/%4g", key, "'%' without two hexadecimal digits");
}

TEST(Corbaname, Parts) {
  const Corbaname url = corbaname("corbaname::1.2@host:1/Root%20Context#a.b/c%5c.d");
  EXPECT_EQ(url.context.addresses, (std::vector<Corbaloc::Address>{{2, "host", 1}}));
  EXPECT_EQ(url.context.key_text(), "Root Context");
  EXPECT_EQ(url.name, "a.b/c\\.d");
  EXPECT_EQ(corbaname("corbaname::host#x").context.key_text(), "NameService");
  EXPECT_EQ(corbaname("corbaname::host").name, "");
  EXPECT_EQ(corbaname("corbaname:rir:#x/y").name, "x/y");
  EXPECT_TRUE(corbaname("corbaname:rir:/Other#x").context.is_initial_reference());
  EXPECT_EQ(corbaname("corbaname:rir:/Other#x").context.key_text(), "Other");
  expect_refused("corbaname::host#a b", minor::bad_param_scheme_specific, "must be written in a name as %20");
  expect_refused("corbaname:#x", minor::bad_param_address, "expected a protocol");
}

TEST(ObjectUrl, Schemes) {
  const Ior ior{"IDL:M/Foo:1.0", {{1, {}}}};
  EXPECT_EQ(std::get<Ior>(parse_object_url("\n" + to_string(ior) + "\n")), ior);
  for (const std::string text : {"", "host", "http://host/", "corba loc::host/x", ":", "corbalocx::host/x"}) {
    expect_refused(text, minor::bad_param_scheme, "unknown scheme");
  }
}

TEST(FileUrl, Paths) {
  EXPECT_EQ(std::get<FileUrl>(parse_object_url("file:///tmp/time.ior")).path, "/tmp/time.ior");
  EXPECT_EQ(std::get<FileUrl>(parse_object_url("FILE://time.ior\n")).path, "time.ior");
  EXPECT_EQ(std::get<FileUrl>(parse_object_url("file://localhost/tmp/time.ior")).path, "/tmp/time.ior");
  expect_refused("file:/tmp/x", minor::bad_param_scheme_specific, "expected \"//\" and a path");
  expect_refused("file://", minor::bad_param_scheme_specific, "a path is missing");
  expect_refused(std::string_view("file://a\0b", 10), minor::bad_param_scheme_specific, "zero character");
}

class FileUrlReading : public testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  void TearDown() override { std::remove(path_.c_str()); }
  std::string refusal() {
    try {
      return "accepted " + read_reference({path_});
    } catch (const CORBA::BAD_PARAM& refused) {
      EXPECT_EQ(refused.minor(), minor::bad_param_file);
      return refused._detail();
    }
  }
  std::string path_ = testing::TempDir() + "dimma_object_url_test.ior";
};

TEST_F(FileUrlReading, BlanksAroundAreLeftOut) {
  write("\n  corbaloc::host/x \r\n");
  EXPECT_EQ(read_reference({path_}), "corbaloc::host/x");
}

TEST_F(FileUrlReading, Refusals) {
  EXPECT_NE(refusal().find("No such file"), std::string::npos);
  write("");
  EXPECT_NE(refusal().find("no reference found"), std::string::npos);
  write(" \n");
  EXPECT_NE(refusal().find("no reference found"), std::string::npos);
  write(std::string((std::size_t{1} << 20) + 1, 'a'));
  EXPECT_NE(refusal().find("it is too long for a reference"), std::string::npos);
  path_ = testing::TempDir();
  EXPECT_NE(refusal().find("directory"), std::string::npos) << refusal();
  path_.clear();
  EXPECT_NE(refusal().find("No such file"), std::string::npos);
}

}  // namespace
