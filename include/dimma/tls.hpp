#pragma once
/// TLS: the certificates that an ORB shows to its peers, and those that it trusts. dimma's own;
/// docs/guides/security.md.
///
/// A binding or an endpoint has TLS if its EngineeringQoS says `transport=tls`, and a binding with `transport=any` if
/// the reference asks for it. The program has to be linked with the CMake target dimma::tls (OpenSSL 3).
///
///   dimma::tls::Credentials credentials;
///   credentials.certificate_chain = "server.pem";
///   credentials.private_key = "server.key";
///   credentials.authorities = "ca.pem";
///   dimma::tls::set_credentials(orb, "", credentials);  // or --dimma-tls-certificate and so on, at ORB_init
///   auto poa = dimma::create_poa(root, "secure", dimma::EngineeringQoS::parse("transport=tls"));

#include <dimma/orb.hpp>
#include <dimma/tls_credentials.hpp>

#include <string_view>

namespace dimma::tls {

/// Gives the ORB credentials under a name, in place of the previous ones, which open connections keep. `name` is the
/// one in EngineeringQoS::credentials; the empty name is the default, for the credentials of the ORB's options. Thread
/// safe. Throws CORBA::BAD_PARAM naming the file and what is wrong with it (the previous ones stay then), and
/// CORBA::NO_IMPLEMENT if the program is not linked with dimma::tls.
void set_credentials(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view name,
                     const Credentials& credentials);

/// Reads the files of all credentials again, now. Throws what set_credentials() throws.
void reload(const CORBA::object_reference<CORBA::ORB>& orb);

}  // namespace dimma::tls
