#pragma once
// Object URLs (CORBA 3.3 part 2, 7.6.10): corbaloc, corbaname, file and IOR.
//
//   corbaloc:iiop:1.2@host:2809,:other.host,iiop:[::1]:4711/Key%20of%20octets
//   corbaloc:ssliop:host:4711/Key          (IIOP over TLS, in the notation of other ORBs)
//   corbaloc:rir:/NameService
//   corbaname::host/NameService#a.context/an.object
//   file:///path/of/a/file   (or file://relative/path): a file that contains a URL of another kind
//
// The URLs are only parsed here. Nothing is resolved or connected, and only read_reference() opens a file.

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
    std::uint8_t giop_minor = 0;  // 1.0 unless the URL gives a version
    std::string host;             // an IPv6 address has no brackets here
    std::uint16_t port = default_port;
    bool has_tls = false;  // ssliop, whose version is 1.2 unless the URL gives a version

    friend bool operator==(const Address&, const Address&) = default;
  };
  // In the order of the URL. Empty for rir, where the key is the name of an initial reference of this process.
  std::vector<Address> addresses;
  channel::Octets object_key;  // unescaped

  bool is_initial_reference() const noexcept { return addresses.empty(); }
  std::string key_text() const { return {reinterpret_cast<const char*>(object_key.data()), object_key.size()}; }
  friend bool operator==(const Corbaloc&, const Corbaloc&) = default;
};

struct Corbaname {
  Corbaloc context;  // the context to start from; its key is "NameService" if the URL has none
  std::string name;  // unescaped stringified name; if empty, the URL refers to the context itself

  friend bool operator==(const Corbaname&, const Corbaname&) = default;
};

struct FileUrl {
  std::string path;

  friend bool operator==(const FileUrl&, const FileUrl&) = default;
};

using ObjectUrl = std::variant<Ior, Corbaloc, Corbaname, FileUrl>;

// Scheme and protocol names are case-insensitive, and blanks around the URL are ignored. Throws CORBA::BAD_PARAM, whose
// detail names the invalid character and what was expected, with an OMG minor code: 7 for the scheme, 8 for an address,
// 9 for a key, a name or a path. Also throws what parse_ior() throws.
ObjectUrl parse_object_url(std::string_view text);

// Returns the contents of a file that holds a reference, without surrounding blanks. The contents should be an object
// URL of another kind, which is not parsed here. Throws CORBA::BAD_PARAM, which names the file and the reason, if the
// file cannot be read.
std::string read_reference(const FileUrl& file);

}  // namespace dimma::orb
