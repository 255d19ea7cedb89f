#pragma once
/// omniORB's types of the parts of a reference (CORBA 3.3 part 2, 7.6.2). A `cdrMemoryStream` reads and writes them:
///
///   IOP::IOR ior;
///   ior.type_id = IOP::IOR::unmarshaltype_id(stream);
///   ior.profiles <<= stream;
///
/// Reading throws CORBA::MARSHAL if the octets end too early or are malformed. If a program generates code of IOP.idl
/// besides, its own types take precedence in the namespace IOP.

#include <omniORB4/cdrStream.h>
#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/strings.hpp>
#include <dimma/classic/values/struct_var.hpp>

namespace dimma {
namespace omniorb {
namespace IOP {

namespace CORBA = ::dimma::classic::CORBA;

typedef CORBA::ULong ProfileId;
const ProfileId TAG_INTERNET_IOP = 0;
const ProfileId TAG_MULTIPLE_COMPONENTS = 1;
const ProfileId TAG_SCCP_IOP = 2;
const ProfileId TAG_UIPMC = 3;

typedef ::dimma::classic::UnboundedSequence<CORBA::Octet> ProfileData;

/// A way to reach an object. The octets are an encapsulation, which the tag describes; IIOP::unmarshalProfile() reads that
/// of TAG_INTERNET_IOP.
struct TaggedProfile {
  ProfileId tag;
  ProfileData profile_data;
};
typedef ::dimma::classic::UnboundedSequence<TaggedProfile> TaggedProfileList;
typedef TaggedProfileList TaggedProfileSeq;

/// A reference. That of nil has an empty id and no profiles.
struct IOR {
  ::dimma::classic::StringMember type_id;
  TaggedProfileList profiles;

  /// Reads the repository id, which comes first; the caller frees it. A length of 0, with which some ORBs write the
  /// empty id, is accepted.
  static char* unmarshaltype_id(cdrStream& stream) { return stream.unmarshalRawString(); }
};
typedef ::dimma::classic::VariableVar<IOR> IOR_var;

typedef CORBA::ULong ComponentId;
const ComponentId TAG_ORB_TYPE = 0;
const ComponentId TAG_CODE_SETS = 1;
const ComponentId TAG_POLICIES = 2;
const ComponentId TAG_ALTERNATE_IIOP_ADDRESS = 3;
const ComponentId TAG_COMPLETE_OBJECT_KEY = 5;
const ComponentId TAG_ENDPOINT_ID_POSITION = 6;
const ComponentId TAG_LOCATION_POLICY = 12;
const ComponentId TAG_ASSOCIATION_OPTIONS = 13;
const ComponentId TAG_SEC_NAME = 14;
const ComponentId TAG_SPKM_1_SEC_MECH = 15;
const ComponentId TAG_SPKM_2_SEC_MECH = 16;
const ComponentId TAG_KerberosV5_SEC_MECH = 17;
const ComponentId TAG_CSI_ECMA_Secret_SEC_MECH = 18;
const ComponentId TAG_CSI_ECMA_Hybrid_SEC_MECH = 19;
const ComponentId TAG_SSL_SEC_TRANS = 20;
const ComponentId TAG_CSI_ECMA_Public_SEC_MECH = 21;
const ComponentId TAG_GENERIC_SEC_MECH = 22;
const ComponentId TAG_FIREWALL_TRANS = 23;
const ComponentId TAG_SCCP_CONTACT_INFO = 24;
const ComponentId TAG_JAVA_CODEBASE = 25;
const ComponentId TAG_TRANSACTION_POLICY = 26;
const ComponentId TAG_MESSAGE_ROUTERS = 30;
const ComponentId TAG_OTS_POLICY = 31;
const ComponentId TAG_INV_POLICY = 32;
const ComponentId TAG_CSI_SEC_MECH_LIST = 33;
const ComponentId TAG_NULL_TAG = 34;
const ComponentId TAG_SECIOP_SEC_TRANS = 35;
const ComponentId TAG_TLS_SEC_TRANS = 36;
const ComponentId TAG_ACTIVITY_POLICY = 37;
const ComponentId TAG_RMI_CUSTOM_MAX_STREAM_FORMAT = 38;
const ComponentId TAG_GROUP = 39;
const ComponentId TAG_GROUP_IIOP = 40;
const ComponentId TAG_PASSTHRU_TRANS = 41;
const ComponentId TAG_FIREWALL_PATH = 42;
const ComponentId TAG_IIOP_SEC_TRANS = 43;
const ComponentId TAG_DCE_STRING_BINDING = 100;
const ComponentId TAG_DCE_BINDING_NAME = 101;
const ComponentId TAG_DCE_NO_PIPES = 102;
const ComponentId TAG_DCE_SEC_MECH = 103;
const ComponentId TAG_INET_SEC_TRANS = 123;
/// In references of omniORB.
const ComponentId TAG_OMNIORB_BIDIR = 0x41545401;
const ComponentId TAG_OMNIORB_UNIX_TRANS = 0x41545402;
const ComponentId TAG_OMNIORB_PERSISTENT_ID = 0x41545403;
const ComponentId TAG_OMNIORB_RESTRICTED_CONNECTION = 0x41545404;

typedef ::dimma::classic::UnboundedSequence<CORBA::Octet> ComponentData;

/// A part of a profile. The octets are usually an encapsulation, which a cdrEncapsulationStream reads.
struct TaggedComponent {
  ComponentId tag;
  ComponentData component_data;
};
typedef ::dimma::classic::UnboundedSequence<TaggedComponent> TaggedComponentSeq;
typedef TaggedComponentSeq MultipleComponentProfile;

}  // namespace IOP
}  // namespace omniorb

namespace classic {

/// The codec of a structure of a tag and octets.
template <class Tagged, ::dimma::omniorb::IOP::ProfileData Tagged::*octets>
struct TaggedCodec {
  enum { octets_min = 8 };
  static void write(Output& out, const Tagged& value) {
    out.put(value.tag);
    codec< ::dimma::omniorb::IOP::ProfileData>::write(out, value.*octets);
  }
  static void read(Input& in, Tagged& value) {
    value.tag = in.get<CORBA::ULong>();
    codec< ::dimma::omniorb::IOP::ProfileData>::read(in, value.*octets);
  }
};

template <>
struct codec< ::dimma::omniorb::IOP::TaggedProfile>
    : TaggedCodec< ::dimma::omniorb::IOP::TaggedProfile, &::dimma::omniorb::IOP::TaggedProfile::profile_data> {};

template <>
struct codec< ::dimma::omniorb::IOP::TaggedComponent>
    : TaggedCodec< ::dimma::omniorb::IOP::TaggedComponent, &::dimma::omniorb::IOP::TaggedComponent::component_data> {};

template <>
struct codec< ::dimma::omniorb::IOP::IOR> {
  enum { octets_min = 8 };
  static void write(Output& out, const ::dimma::omniorb::IOP::IOR& value) {
    out.put_string(value.type_id);
    codec< ::dimma::omniorb::IOP::TaggedProfileList>::write(out, value.profiles);
  }
  static void read(Input& in, ::dimma::omniorb::IOP::IOR& value) {
    value.type_id = in.get_string();
    codec< ::dimma::omniorb::IOP::TaggedProfileList>::read(in, value.profiles);
  }
};

}  // namespace classic
}  // namespace dimma

#ifndef DIMMA_CLASSIC_LIBRARY
namespace IOP {
using namespace ::dimma::omniorb::IOP;
}
#endif
