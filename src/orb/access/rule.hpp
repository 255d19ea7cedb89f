#pragma once
// One rule: callers, operations, and whether these callers may call them.

#include "orb/access/network.hpp"
#include "orb/access/pattern.hpp"

#include <dimma/access.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dimma::access {

// A peer in the form that conditions need.
struct Caller {
  explicit Caller(const Peer& is);

  const Peer& peer;
  const PeerCertificate* certificate = nullptr;  // only one that is verified
  std::optional<NetworkAddress> address;
};

// The object and operation of a request. An interface is a scoped name: "Plant::Reactor".
struct Question {
  std::string_view operation;
  const std::vector<std::string>* interfaces = nullptr;  // that have the operation; nullptr: not known
  std::string_view adapter;
};

// One condition that a rule sets for its callers.
struct Condition {
  enum class Subject : std::uint8_t {
    common_name,
    subject,
    issuer,
    dns,
    uri,
    email,
    fingerprint,
    uid,
    gid,
    transport,
    address,
    anonymous,
  };
  Subject subject;
  std::variant<std::monostate, Pattern, std::string, std::uint32_t, Network> value;
  std::string text;  // as the rule has it

  bool holds(const Caller& caller) const;
  // Tells the caller's own property: "the certificate's CN is 'guest'".
  std::string instead(const Caller& caller) const;
};

struct OperationPattern {
  Pattern interface;
  Pattern operation;
};

enum class Match : std::uint8_t { no, yes, by_interface };

struct Rule {
  bool allows = false;
  std::size_t line = 0;
  std::string text;                          // without blanks around it and comment
  std::vector<Condition> who;                // all have to hold; none: everyone
  std::vector<OperationPattern> operations;  // one has to match; none: all operations
  std::vector<Pattern> adapters;             // one has to match; none: all

  // Returns the first condition that does not hold, or nullptr if all hold.
  const Condition* failing(const Caller& caller) const;
  Match matches(const Question& question) const;
};

// True for the operations that every object has. _get_policy and _get_domain_managers do not count: an interface may
// have attributes of these names, and dimma's objects answer neither of them.
bool is_built_in(std::string_view operation) noexcept;

// "IDL:omg.org/CosNaming/NamingContext:1.0" gives "omg.org::CosNaming::NamingContext"; an id of another format stays.
std::string scoped_name_of(std::string_view repository_id);

}  // namespace dimma::access
