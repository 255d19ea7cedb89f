#pragma once
// Extracts the addresses of an object reference (CORBA 3.3 part 2, 7.6.2 and 9.7.2).

#include <dimma/orb.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dimma::naming {

// One way to reach an object: the address of a profile, an alternate address, or an endpoint on the server's own
// machine.
struct ObjectAddress {
  std::string text;         // "10.0.0.7:2809", "tls:10.0.0.7:2810", "unix:@dimma-...", "profile of protocol 4711"
  std::string single = {};  // a reference with only this address, "IOR:..."; empty if dimma cannot use it
  std::string host = {};    // for an address of the network, otherwise empty
  bool is_local = false;    // reachable only from the server's machine: a loopback, a Unix socket, shared memory
};

// Determines whether addresses with TLS are listed separately: before the others, and instead of the network addresses
// if the server requires TLS. If they are left out, the ORB chooses whether to connect to an address with TLS.
enum class TlsAddressing { left_out, apart };

// Returns the addresses in the order of the reference, which is "IOR:..." as returned by ORB::object_to_string(). A
// malformed address becomes one that cannot be used, with the error as its text. Throws CORBA::BAD_PARAM if `reference`
// is not an IOR.
std::vector<ObjectAddress> addresses_of(const std::string& reference, TlsAddressing tls = TlsAddressing::left_out);

// Returns true if a host can be reached only from its own machine: localhost, 127.0.0.0/8, ::1, and the unspecified
// addresses (0.0.0.0, ::). Does not resolve names.
bool is_loopback(const std::string& host);

// Returns a remark on the machines that cannot reach the host, as far as its text shows: for a loopback, unspecified or
// link-local address, and for an address that looks like the internal network of containers or virtual machines. Empty
// for other hosts. Does not resolve names.
std::string_view reach_remark(const std::string& host);

}  // namespace dimma::naming
