#pragma once
/// TLS: what an ORB shows to its peers, and whom it trusts. dimma's own; docs/guides/security.md.
///
/// A binding or an endpoint has TLS where its EngineeringQoS says `transport=tls`, and a binding with `transport=any`
/// where the reference asks for it. The program has to be linked with the CMake target dimma::tls (OpenSSL 3).
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

/// Gives the ORB credentials under a name, in place of those before, which open connections keep. `name` is what
/// EngineeringQoS::credentials says; the empty one is what it says by default, and what the ORB's options give.
/// From any thread. Throws CORBA::BAD_PARAM naming the file and what is wrong with it (those before stay then), and
/// CORBA::NO_IMPLEMENT where the program is not linked with dimma::tls.
void set_credentials(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view name,
                     const Credentials& credentials);

/// Reads the files of all credentials again, now. Throws as set_credentials().
void reload(const CORBA::object_reference<CORBA::ORB>& orb);

}  // namespace dimma::tls
