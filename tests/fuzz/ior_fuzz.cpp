// Text for the parser of object URLs. It rejects a text with BAD_PARAM or INV_OBJREF and a detail; a reference that it
// accepts is unchanged after conversion to text and back, and its profiles are decoded and described. After an octet 1
// or 2 the input is a component of SSLIOP, or of CSIv2.

#include "iiop/giop/profile_components.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "iiop/giop/security_components.hpp"
#include "orb/naming/object_url.hpp"

#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

namespace {

using namespace dimma;

void require(bool condition) {
  if (!condition) std::abort();
}

void read_profile(const channel::Tagged& tagged) {
  try {
    const iiop::Profile profile = iiop::decode_profile(tagged.data);
    require(!iiop::describe(profile).empty());
    iiop::endpoints_of(profile);
    const iiop::Profile again = iiop::decode_profile(iiop::encode(profile));
    require(again.object_key == profile.object_key && again.components == profile.components);
  } catch (const CORBA::INV_OBJREF& malformed) {
    require(!malformed._detail().empty());
  } catch (const CORBA::IMP_LIMIT&) {
  }
  try {
    iiop::decode_multiple_components(tagged.data);
  } catch (const CORBA::INV_OBJREF&) {
  }
}

// Decodes components of SSLIOP and CSIv2, alone and in a profile; a component that can be decoded can be encoded and
// decoded again.
void read_security(std::uint32_t tag, std::span<const std::byte> octets) {
  iiop::Profile profile;
  profile.address.host = "h";
  profile.components.push_back({tag, {octets.begin(), octets.end()}});
  try {
    const auto offer = iiop::tls_offer(profile);
    for (const auto& address : offer.addresses) require(!address.host.empty() && address.port != 0);
    if (tag == iiop::component_ssl) {
      const auto ssl = iiop::decode_ssl_transport(profile.components.front());
      require(!iiop::describe_ssl_transport(profile.components.front()).empty());
      const auto again = iiop::decode_ssl_transport(iiop::ssl_transport(ssl.association, ssl.port));
      require(again.association == ssl.association && again.port == ssl.port);
    } else {
      require(!iiop::describe_csi_mechanisms(profile.components.front()).empty());
      for (const auto& tls : iiop::decode_csi_mechanisms(profile.components.front())) {
        const auto again = iiop::decode_csi_mechanisms(iiop::csi_mechanisms(tls));
        require(again.size() == 1 && again.front().association == tls.association);
        require(again.front().addresses == tls.addresses);
      }
    }
  } catch (const CORBA::INV_OBJREF& malformed) {
    require(!malformed._detail().empty());
  }
}

// After one of these first characters, with which no URL begins, the rest is octets.
bool read_octets(std::string_view text) {
  if (text.empty()) return false;
  const auto octets = std::as_bytes(std::span(text)).subspan(1);
  switch (text.front()) {
    case '\x01':
      read_security(iiop::component_ssl, octets);
      return true;
    case '\x02':
      read_security(iiop::component_csi_mechanisms, octets);
      return true;
    default:
      return false;
  }
}

void check(const orb::Ior& ior) {
  require(orb::parse_ior(orb::to_string(ior, std::endian::little)) == ior);
  require(orb::parse_ior(orb::to_string(ior, std::endian::big)) == ior);
  for (const auto& profile : ior.profiles) read_profile(profile);
}

void check(const orb::Corbaloc& url) {
  for (const auto& address : url.addresses) require(!address.host.empty() && address.port != 0);
}
void check(const orb::Corbaname& url) { check(url.context); }
void check(const orb::FileUrl& url) { require(!url.path.empty()); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (read_octets(text)) return 0;
  try {
    std::visit([](const auto& url) { check(url); }, orb::parse_object_url(text));
  } catch (const CORBA::BAD_PARAM& refused) {
    require(!refused._detail().empty() && refused.minor() != 0);
  } catch (const CORBA::INV_OBJREF& malformed) {
    require(!malformed._detail().empty());
  }
  return 0;
}
