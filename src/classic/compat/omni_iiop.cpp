#include <omniORB4/IIOP.h>

#include "classic/exceptions/raise.hpp"

#include <dimma/minor.hpp>

#include <utility>

namespace dimma::omniorb::IIOP {

namespace {

// Throws BAD_PARAM unless the profile has the tag.
cdrEncapsulationStream open(const IOP::TaggedProfile& profile, IOP::ProfileId tag, const char* wrong_tag) {
  if (profile.tag != tag) classic::raise<CORBA::BAD_PARAM>(0, CORBA::COMPLETED_NO, wrong_tag);
  return {profile.profile_data.get_buffer(), profile.profile_data.length()};
}

bool has_components(const Version& version) { return version.minor != 0; }

}  // namespace

void encodeProfile(const ProfileBody& body, IOP::TaggedProfile& profile) {
  if (body.version.major != 1) {
    classic::raise<CORBA::BAD_PARAM>(0, CORBA::COMPLETED_NO, "a profile of an IIOP version other than 1.x");
  }
  cdrEncapsulationStream out;
  out.marshalOctet(body.version.major);
  out.marshalOctet(body.version.minor);
  out.marshalRawString(body.address.host);
  body.address.port >>= out;
  body.object_key >>= out;
  if (has_components(body.version)) body.components >>= out;
  profile.tag = IOP::TAG_INTERNET_IOP;
  out.setOctetSeq(profile.profile_data);
}

void encodeMultiComponentProfile(const IOP::MultipleComponentProfile& components, IOP::TaggedProfile& profile) {
  cdrEncapsulationStream out;
  components >>= out;
  profile.tag = IOP::TAG_MULTIPLE_COMPONENTS;
  out.setOctetSeq(profile.profile_data);
}

void unmarshalProfile(const IOP::TaggedProfile& profile, ProfileBody& body) {
  auto in = open(profile, IOP::TAG_INTERNET_IOP, "a profile whose tag is not TAG_INTERNET_IOP");
  ProfileBody read;
  read.version.major = in.unmarshalOctet();
  read.version.minor = in.unmarshalOctet();
  if (read.version.major != 1) {
    classic::raise<CORBA::MARSHAL>(minor::marshal_malformed, CORBA::COMPLETED_NO,
                                   "a profile of an IIOP version other than 1.x");
  }
  read.address.host = in.unmarshalRawString();
  read.address.port <<= in;
  read.object_key <<= in;
  if (has_components(read.version)) read.components <<= in;
  body = std::move(read);
}

void unmarshalMultiComponentProfile(const IOP::TaggedProfile& profile, IOP::MultipleComponentProfile& components) {
  auto in = open(profile, IOP::TAG_MULTIPLE_COMPONENTS, "a profile whose tag is not TAG_MULTIPLE_COMPONENTS");
  IOP::MultipleComponentProfile read;
  read <<= in;
  const CORBA::ULong before = components.length();
  components.length(before + read.length());
  for (CORBA::ULong i = 0; i != read.length(); ++i) components[before + i] = std::move(read[i]);
}

}  // namespace dimma::omniorb::IIOP
