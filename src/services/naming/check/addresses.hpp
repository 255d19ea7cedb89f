#pragma once
// A reference, taken apart into its addresses (CORBA 3.3 part 2, 7.6.2 and 9.7.2).

#include <dimma/orb.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dimma::naming {

// One way to reach an object: an address of a profile, an alternate address, or a place on the server's own machine.
struct ObjectAddress {
  std::string text;         // "10.0.0.7:2809", "tls:10.0.0.7:2810", "unix:@dimma-...", "profile of protocol 4711"
  std::string single = {};  // a reference with this address alone, as "IOR:..."; empty if dimma can't ask it
  std::string host = {};    // for an address for the network; empty for the others
  bool is_local = false;    // reached from the server's own machine alone: a loopback, a Unix socket, shared memory
};

// Says if addresses with TLS are listed apart: those first, and if the server requires TLS no others for the network.
// If they are left out, the addresses may be asked with TLS or without, as the ORB chooses.
enum class TlsAddressing { left_out, apart };

// The addresses in their order. `reference` is "IOR:..." as ORB::object_to_string writes it. A malformed one becomes an
// address that can't be asked, and whose text says what is wrong. Throws CORBA::BAD_PARAM for a text that is no IOR.
std::vector<ObjectAddress> addresses_of(const std::string& reference, TlsAddressing tls = TlsAddressing::left_out);

// True if a host is reached from its own machine alone: localhost, 127.0.0.0/8, ::1, and the addresses that stand for
// all of a machine (0.0.0.0, ::). Resolves nothing.
bool is_loopback(const std::string& host);

// Says in words who can't reach such a host, as far as its text tells: for a loopback address, one for all of a
// machine, one for the same link, one that looks like a container's or a virtual machine's own network. Empty for
// others. Resolves nothing.
std::string_view reach_remark(const std::string& host);

}  // namespace dimma::naming
