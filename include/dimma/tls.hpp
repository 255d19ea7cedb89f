#pragma once
/// TLS: the certificates that an ORB presents to its peers, and those that it trusts. A dimma extension; see
/// docs/guides/security.md.
///
/// A binding or an endpoint uses TLS if its EngineeringQoS has `transport=tls`; a binding with `transport=any` does if
/// the reference requires it. The program has to be linked with the CMake target dimma::tls (OpenSSL 3).
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

/// Sets the ORB's credentials with this name, and replaces any previous ones, which open connections keep. `name` is
/// the one in EngineeringQoS::credentials; the empty name is the default, for the credentials of the ORB's options.
/// Thread-safe. Throws CORBA::BAD_PARAM, which names the file and the error (the previous credentials stay then), and
/// CORBA::NO_IMPLEMENT if the program is not linked with dimma::tls.
void set_credentials(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view name,
                     const Credentials& credentials);

/// Reads the files of all credentials again, at once. Throws what set_credentials() throws.
void reload(const CORBA::object_reference<CORBA::ORB>& orb);

}  // namespace dimma::tls
