#pragma once
// Takes a reference apart into its addresses (CORBA 3.3 part 2, 7.6.2 and 9.7.2).

#include <dimma/orb.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dimma::naming {

// One way to reach an object: an address of a profile, an alternate address, or a place on the server's own machine.
struct ObjectAddress {
  std::string text;         // "10.0.0.7:2809", "tls:10.0.0.7:2810", "unix:@dimma-...", "profile of protocol 4711"
  std::string single = {};  // a reference with only this address, as "IOR:..."; empty if dimma can't ask it
  std::string host = {};    // for an address of the network; empty for the others
  bool is_local = false;    // only reached from the server's own machine: a loopback, a Unix socket, shared memory
};

// Says if addresses with TLS are listed separately: before the others, and if the server requires TLS without other
// network addresses. If they are left out, the ORB chooses whether an address is asked with TLS.
enum class TlsAddressing { left_out, apart };

// Returns the addresses in their order. `reference` is "IOR:..." in the form of ORB::object_to_string. A malformed
// address becomes one that can't be asked, with the fault as its text. Throws CORBA::BAD_PARAM for other texts.
std::vector<ObjectAddress> addresses_of(const std::string& reference, TlsAddressing tls = TlsAddressing::left_out);

// Returns true if a host is only reached from its own machine: localhost, 127.0.0.0/8, ::1, and the addresses that
// stand for all of a machine (0.0.0.0, ::). Resolves nothing.
bool is_loopback(const std::string& host);

// Returns in words who can't reach such a host, as far as its text tells: for a loopback address, one for all of a
// machine, one for the same link, one that looks like a container's or a virtual machine's own network. Empty for
// others. Resolves nothing.
std::string_view reach_remark(const std::string& host);

}  // namespace dimma::naming
