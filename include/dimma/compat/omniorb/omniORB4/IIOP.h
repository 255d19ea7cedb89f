#pragma once
/// omniORB's types and functions of IIOP profiles (CORBA 3.3 part 2, 9.7.2), with which a program reads and changes the
/// addresses in a reference:
///
///   IIOP::ProfileBody body;
///   IIOP::unmarshalProfile(ior.profiles[0], body);
///   body.address.host = "gateway.plant.example";
///   IIOP::encodeProfile(body, ior.profiles[0]);

#include <omniORB4/IOP.h>

namespace dimma {
namespace omniorb {
namespace IIOP {

namespace CORBA = ::dimma::classic::CORBA;

struct Version {
  CORBA::Octet major;
  CORBA::Octet minor;
};

/// Also the contents of a component TAG_ALTERNATE_IIOP_ADDRESS.
struct Address {
  ::dimma::classic::StringMember host;
  CORBA::UShort port;
};

struct ProfileBody {
  Version version;
  Address address;
  ::dimma::classic::UnboundedSequence<CORBA::Octet> object_key;
  IOP::MultipleComponentProfile components;
};

/// Set the tag and the octets of the profile, in this machine's byte order. A profile of version 1.0 cannot have
/// components, and those of the body are left out. The first throws CORBA::BAD_PARAM for a version other than 1.x.
void encodeProfile(const ProfileBody& body, IOP::TaggedProfile& profile);
void encodeMultiComponentProfile(const IOP::MultipleComponentProfile& components, IOP::TaggedProfile& profile);

/// Read the octets of a profile: the first replaces the body, and the second adds the components to those that are there,
/// since the components of version 1.0 are in a profile of their own. Throw CORBA::BAD_PARAM if the profile's tag is not
/// TAG_INTERNET_IOP or TAG_MULTIPLE_COMPONENTS, CORBA::MARSHAL for malformed octets and for a version other than 1.x; the
/// second argument is then unchanged. What a version after 1.2 may have added is ignored.
void unmarshalProfile(const IOP::TaggedProfile& profile, ProfileBody& body);
void unmarshalMultiComponentProfile(const IOP::TaggedProfile& profile, IOP::MultipleComponentProfile& components);

}  // namespace IIOP
}  // namespace omniorb
}  // namespace dimma

/// The object keys of omniORB's BOA, which preceded the POA, have this size.
struct omniOrbBoaKey {
  ::dimma::classic::CORBA::ULong hi;
  ::dimma::classic::CORBA::ULong med;
  ::dimma::classic::CORBA::ULong lo;
};

#ifndef DIMMA_CLASSIC_LIBRARY
namespace IIOP {
using namespace ::dimma::omniorb::IIOP;
}
#endif
