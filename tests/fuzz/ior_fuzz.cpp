// Text into the parser of object URLs. What it refuses is BAD_PARAM or INV_OBJREF with a detail; a reference that it
// takes comes back from its text form as it was, and its profiles are read and described.

#include "iiop/giop/profile_components.hpp"
#include "orb/naming/object_url.hpp"

#include <cstdint>
#include <cstdlib>
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
  try {
    std::visit([](const auto& url) { check(url); }, orb::parse_object_url(text));
  } catch (const CORBA::BAD_PARAM& refused) {
    require(!refused._detail().empty() && refused.minor() != 0);
  } catch (const CORBA::INV_OBJREF& malformed) {
    require(!malformed._detail().empty());
  }
  return 0;
}
