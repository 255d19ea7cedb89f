#include "services/naming/reference/ior.hpp"
#include "services/tools/ior/parts.hpp"

#include <dimma/iop.hpp>

#include <gtest/gtest.h>
#include <boost/json.hpp>

#include <random>

namespace {

using dimma::naming::encapsulation;
using dimma::naming::Octets;
using dimma::tools::ior::describe_reference;
using dimma::tools::ior::describe_text;
using dimma::tools::ior::Described;

std::string text_of(const Described& described) {
  std::string text = described.text + '\n';
  for (const Described& part : described.parts) text += text_of(part);
  return text;
}

Octets reference() {
  dimma::naming::IiopProfile profile{2, "host", 7, Octets(3, std::byte{'k'}), {}};
  profile.components.push_back(dimma::naming::alternate_address("other", 8));
  profile.components.push_back({4711, Octets(5, std::byte{1})});
  return dimma::naming::written_ior(
      {"IDL:Thing:1.0", {{IOP::TAG_INTERNET_IOP, dimma::naming::written_iiop_profile(profile)}}});
}

TEST(DescribedReference, HasItsParts) {
  const Described described = describe_reference(reference());
  EXPECT_FALSE(described.has_damage());
  const std::string text = text_of(described);
  for (const char* words : {"IDL:Thing:1.0", "IIOP 1.2 at host:7", "object key \"kkk\"", "alternate address other:8",
                            "component 4711, 5 octets: 01 01 01 01 01"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << " in\n" << text;
  }
  EXPECT_EQ(text_of(describe_text(dimma::naming::ior_text(reference()))), text);
}

TEST(DescribedReference, SaysWhereItIsCutOff) {
  const Octets whole = reference();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Described described = describe_reference({whole.data(), size});
    EXPECT_TRUE(described.has_damage()) << size;
    EXPECT_NE(text_of(described).find("at octet "), std::string::npos) << size << text_of(described);
  }
  // The profile is still read if only its end is missing.
  EXPECT_NE(text_of(describe_reference({whole.data(), whole.size() - 1})).find("host:7"), std::string::npos);
}

TEST(DescribedReference, OctetsAreCountedFromTheReferencesFirst) {
  Octets whole = reference();
  // The profile's own byte order, after order, type id, count, tag and length.
  constexpr std::size_t profile = 1 + 3 + 4 + 14 + 2 + 4 + 4 + 4;
  whole.at(profile) = std::byte{9};
  const std::string text = text_of(describe_reference(whole));
  EXPECT_NE(text.find("the byte order is 9, not 0 or 1, at octet " + std::to_string(profile)), std::string::npos)
      << text;
}

// The octets come from peers, so any octets must have a description, whose lines are safe for a terminal.
TEST(DescribedReference, AnyOctetsHaveOne) {
  std::mt19937 random(7);
  const Octets whole = reference();
  for (int turn = 0; turn < 20000; ++turn) {
    Octets changed = whole;
    for (int changes = 0; changes < 3; ++changes) changed[random() % changed.size()] = static_cast<std::byte>(random());
    const Described described = describe_reference(changed);
    for (const char c : text_of(described)) EXPECT_TRUE(static_cast<unsigned char>(c) >= 32 || c == '\n');
    EXPECT_FALSE(boost::json::serialize(json_of(described)).empty());
  }
}

}  // namespace
