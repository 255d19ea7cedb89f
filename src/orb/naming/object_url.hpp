#pragma once
// Object URLs (CORBA 3.3 part 2, 7.6.10): corbaloc, corbaname, file, and IOR among them.
//
//   corbaloc:iiop:1.2@host:2809,:other.host,iiop:[::1]:4711/Key%20of%20octets
//   corbaloc:ssliop:host:4711/Key          (IIOP over TLS, as other ORBs have it)
//   corbaloc:rir:/NameService
//   corbaname::host/NameService#a.context/an.object
//   file:///path/of/a/file   (or file://relative/path): a file that holds one of the others
//
// They are taken apart here; only read_reference() opens anything, and nothing is resolved or connected to.

#include "channel/channel.hpp"
#include "orb/state/ior.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dimma::orb {

inline constexpr std::uint16_t default_port = 2809;
inline constexpr std::string_view default_key = "NameService";

struct Corbaloc {
  struct Address {
    std::uint8_t giop_minor = 0;  // 1.0 unless the URL names another
    std::string host;             // an IPv6 address without its brackets
    std::uint16_t port = default_port;
    bool has_tls = false;  // ssliop, for which the URL's version is 1.2 unless it names another

    friend bool operator==(const Address&, const Address&) = default;
  };
  // In the URL's order; empty for rir, for which the key is the name of an initial reference of this process.
  std::vector<Address> addresses;
  channel::Octets object_key;  // unescaped

  bool is_initial_reference() const noexcept { return addresses.empty(); }
  std::string key_text() const { return {reinterpret_cast<const char*>(object_key.data()), object_key.size()}; }
  friend bool operator==(const Corbaloc&, const Corbaloc&) = default;
};

struct Corbaname {
  Corbaloc context;  // the naming context to start from; its key is "NameService" if the URL names none
  std::string name;  // a stringified name, unescaped; empty: the context itself

  friend bool operator==(const Corbaname&, const Corbaname&) = default;
};

struct FileUrl {
  std::string path;

  friend bool operator==(const FileUrl&, const FileUrl&) = default;
};

using ObjectUrl = std::variant<Ior, Corbaloc, Corbaname, FileUrl>;

// Scheme and protocol names are taken in either case; blanks around the URL are left out. Throws CORBA::BAD_PARAM whose
// detail names the character that is wrong and what was expected, with the OMG's minor codes: 7 for the scheme,
// 8 for an address, 9 for a key, a name or a path; and what parse_ior() throws.
ObjectUrl parse_object_url(std::string_view text);

// Returns the contents of a file that a reference was written to, without blanks around it: an object URL of any other
// kind, which is not parsed here. Throws CORBA::BAD_PARAM that names the file and why it can't be read.
std::string read_reference(const FileUrl& file);

}  // namespace dimma::orb
