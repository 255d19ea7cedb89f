#include "services/naming/text/urls.hpp"

#include "services/naming/text/names.hpp"

#include <gtest/gtest.h>

namespace {

using dimma::naming::AddressError;
using dimma::naming::corbaname_url;
using dimma::naming::escape_for_url;
using dimma::naming::NameError;

TEST(NameUrl, EscapesWhatAUrlDoesNotTake) {
  EXPECT_EQ(escape_for_url("<a>.b c/d"), "%3ca%3e.b%20c/d");
  EXPECT_EQ(escape_for_url("a\\.b"), "a%5c.b");
  for (int octet = 0; octet < 256; ++octet) {
    const char c = static_cast<char>(octet);
    const std::string escaped = escape_for_url({&c, 1});
    const bool stands = octet < 128 && octet != 0 &&
                        (std::isalnum(octet) != 0 || std::string(";/:?@&=+$,-_.!~*'()").find(c) != std::string::npos);
    EXPECT_EQ(escaped.size(), stands ? 1 : 3) << octet;
    EXPECT_EQ(stands ? static_cast<unsigned char>(escaped[0]) : std::stoi(escaped.substr(1), nullptr, 16), octet);
  }
}

TEST(NameUrl, TakesAddressesAndNames) {
  EXPECT_EQ(corbaname_url(":host", "a/b.c"), "corbaname::host#a/b.c");
  EXPECT_EQ(corbaname_url(":host", ""), "corbaname::host");
  EXPECT_EQ(corbaname_url("iiop:1.2@host:2809,:[::1]:4711/a/Key", "x y"),
            "corbaname:iiop:1.2@host:2809,:[::1]:4711/a/Key#x%20y");
  EXPECT_EQ(corbaname_url(":h/k\xff#%41", "a"), "corbaname::h/k%ff%23%41#a");
  EXPECT_EQ(corbaname_url("rir:", "a"), "corbaname:rir:#a");
  EXPECT_EQ(corbaname_url("rir:/NameService", "a"), "corbaname:rir:/NameService#a");
  EXPECT_EQ(corbaname_url("ssliop:1.2@host:684/k", "a"), "corbaname:ssliop:1.2@host:684/k#a");
  EXPECT_EQ(corbaname_url(":1.2.3.4:65535", "a"), "corbaname::1.2.3.4:65535#a");
}

TEST(NameUrl, TakesTheZoneOfAnAddress) {
  for (const char* const address : {":[fe80::1%25eth0]:2809", ":[fe80::1%eth0]", ":[fe80::1%252]"}) {
    EXPECT_EQ(corbaname_url(address, "a"), "corbaname:" + std::string(address) + "#a");
  }
}

TEST(NameUrl, SaysWhereAnAddressIsMalformed) {
  const std::pair<const char*, std::size_t> refusals[] = {
      {"", 0},         {"host", 4},       {"/Key", 0},        {":", 1},
      {":host:", 6},   {":host:0", 6},    {":host:65536", 6}, {":host:99999999999", 6},
      {":host:1x", 7}, {":host,", 6},     {":host,,:b", 6},   {":2.0@host", 1},
      {":[::1", 5},    {":[]", 2},        {":a b", 2},        {":h/%4", 3},
      {":h/%zz", 3},   {"rir:,:host", 4}, {":host,rir:", 10}, {"other:", 6},
      {":1.2@", 5},    {":a%b", 2},       {":[::g]", 2},      {":[fe80::1%]", 2},
  };
  for (const auto& [address, position] : refusals) {
    try {
      ADD_FAILURE() << corbaname_url(address, "a");
    } catch (const AddressError& error) {
      EXPECT_EQ(error.position(), position) << error.what();
    }
  }
}

TEST(NameUrl, SaysThatANameIsMalformed) {
  EXPECT_THROW(corbaname_url(":host", "a//b"), NameError);
  EXPECT_THROW(corbaname_url("", "a//b"), AddressError);
}

}  // namespace
