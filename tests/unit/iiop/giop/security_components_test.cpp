// The TLS components in references, as other ORBs write them and as dimma does.

#include "iiop/giop/security_components.hpp"

#include "iiop/giop/profile_components.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "iiop/resources/security.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace dimma::iiop {
namespace {

channel::Octets octets(std::initializer_list<int> values) {
  channel::Octets made;
  for (const int value : values) made.push_back(static_cast<std::byte>(value));
  return made;
}

void add_octets(channel::Octets& to, const channel::Octets& more) { to.insert(to.end(), more.begin(), more.end()); }

// CSIIOP::TLS_SEC_TRANS, little-endian: 127.0.0.1, port 34809.
channel::Octets tls_octets() {
  return octets({1, 0, 0x66, 0,   0x66, 0,   0,   0,   1,   0,   0,   0, 10,   0,
                 0, 0, '1',  '2', '7',  '.', '0', '.', '0', '.', '1', 0, 0xf9, 0x87});
}
channel::Octets mechanisms_octets() {
  auto list = octets({1, 0, 0, 0, 1, 0, 0, 0, 0x66, 0, 0, 0, 0x24, 0, 0, 0, 0x1c, 0, 0, 0});
  add_octets(list, tls_octets());
  list.resize(76);
  return list;
}

Profile profile_with(std::vector<channel::Tagged> components, const Address& address = {"127.0.0.1", 0}) {
  Profile profile;
  profile.address = address;
  profile.components = std::move(components);
  return profile;
}

TEST(SecurityComponents, OmniOrbsAreRead) {
  const auto ssl = decode_ssl_transport({component_ssl, octets({1, 0, 0x66, 0, 0x66, 0, 0xf9, 0x87})});
  EXPECT_EQ(ssl.port, 34809);
  EXPECT_EQ(ssl.association.supports, 0x66);
  EXPECT_TRUE(ssl.association.requires_protection());
}

TEST(SecurityComponents, JacOrbsAreReadInEitherMode) {
  auto ssl = decode_ssl_transport({component_ssl, octets({0, 0, 0, 0x7a, 0, 0x60, 0xb6, 3})});
  EXPECT_EQ(ssl.port, 46595);
  EXPECT_TRUE(ssl.association.requires_protection());
  ssl = decode_ssl_transport({component_ssl, octets({0, 0, 0, 0x7a, 0, 0, 0xaf, 0x4f})});
  EXPECT_FALSE(ssl.association.requires_protection());
}

TEST(SecurityComponents, CsiMechanismsAreRead) {
  const auto found = decode_csi_mechanisms({component_csi_mechanisms, mechanisms_octets()});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].addresses, (std::vector<Address>{{"127.0.0.1", 34809}}));
  EXPECT_EQ(found[0].association.requirements, 0x66);
  auto other = mechanisms_octets();
  other[12] = std::byte{34};  // no transport mechanism of its own
  EXPECT_TRUE(decode_csi_mechanisms({component_csi_mechanisms, other}).empty());
}

TEST(SecurityComponents, AreReadAsTheyWereWritten) {
  const TlsAddresses written{association_of_tls(tls::ClientCertificates::required), {{"here", 4711}, {"::1", 4712}}};
  const auto read = decode_csi_mechanisms(csi_mechanisms(written));
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].association, written.association);
  EXPECT_EQ(read[0].addresses, written.addresses);
  const auto ssl = decode_ssl_transport(ssl_transport(written.association, 4711));
  EXPECT_EQ(ssl.port, 4711);
  EXPECT_EQ(ssl.association, written.association);
}

TEST(SecurityComponents, DependOnTheCertificatesThatAServerAsksFor) {
  EXPECT_EQ(association_of_tls(tls::ClientCertificates::none), (Association{0x3e, 0x06}));
  EXPECT_EQ(association_of_tls(tls::ClientCertificates::optional), (Association{0x7e, 0x06}));
  EXPECT_EQ(association_of_tls(tls::ClientCertificates::required), (Association{0x7e, 0x46}));
  EXPECT_EQ(beside_plain_iiop(association_of_tls(tls::ClientCertificates::none)), (Association{0x3f, 0}));
}

TEST(SecurityComponents, BothKindsTogetherAreOneOffer) {
  const auto offer = tls_offer(profile_with({{component_ssl, octets({1, 0, 0x66, 0, 0x66, 0, 0xf9, 0x87})},
                                             {component_csi_mechanisms, mechanisms_octets()}}));
  EXPECT_TRUE(offer.is_required);
  EXPECT_EQ(offer.addresses, (std::vector<Address>{{"127.0.0.1", 34809}}));
}

// TAO also publishes an address for plain IIOP in such a reference, which must not be used.
TEST(SecurityComponents, HideThePlainAddressIfTlsIsRequired) {
  const std::vector<channel::Tagged> required{ssl_transport(association_of_tls({}), 4711)};
  EXPECT_EQ(endpoints_of(profile_with(required, {"host", 2809})),
            (std::vector<transport::Endpoint>{{"tls", "host", 4711}}));
  const std::vector<channel::Tagged> offered{ssl_transport(beside_plain_iiop(association_of_tls({})), 4711)};
  EXPECT_EQ(endpoints_of(profile_with(offered, {"host", 2809})),
            (std::vector<transport::Endpoint>{{"tls", "host", 4711}, {"tcp", "host", 2809}}));
}

TEST(SecurityComponents, AreRefusedIfTheyAreCutOffAnywhere) {
  const auto whole = mechanisms_octets();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const channel::Tagged cut{component_csi_mechanisms, {whole.begin(), whole.begin() + static_cast<long>(length)}};
    EXPECT_THROW(tls_offer(profile_with({cut})), CORBA::INV_OBJREF) << length;
    EXPECT_NE(describe_component(cut).find("malformed"), std::string::npos);
  }
  EXPECT_THROW(tls_offer(profile_with({{component_ssl, octets({1, 0, 0x66, 0, 0x66, 0})}})), CORBA::INV_OBJREF);
}

TEST(SecurityComponents, InWords) {
  EXPECT_EQ(describe_component(ssl_transport(association_of_tls(tls::ClientCertificates::required), 4711)),
            "TLS at port 4711, required with a certificate of the client");
  EXPECT_EQ(describe_component({component_csi_mechanisms, mechanisms_octets()}),
            "CSIv2 TLS at 127.0.0.1:34809, required with a certificate of the client");
  EXPECT_EQ(describe_component(ssl_transport(beside_plain_iiop(association_of_tls({})), 4711)),
            "TLS at port 4711, plain IIOP as well");
}

}  // namespace
}  // namespace dimma::iiop
