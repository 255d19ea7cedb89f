#pragma once
// One access rule: which callers and operations it applies to, and whether it allows or denies them.

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

// The caller whose properties conditions are compared with.
struct Caller {
  explicit Caller(const Peer& is);

  const Peer& peer;
  const PeerCertificate* certificate = nullptr;  // set only if the certificate is verified
  std::optional<NetworkAddress> address;
};

// The object and operation of a request. Interfaces are given by scoped name, such as "Plant::Reactor".
struct Question {
  std::string_view operation;
  const std::vector<std::string>* interfaces = nullptr;  // interfaces that have the operation; nullptr if unknown
  std::string_view adapter;
};

// One condition that a rule imposes on callers.
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
  std::string text;  // source text of the condition

  bool holds(const Caller& caller) const;
  // Describes the property that a caller has instead of the required one: "the certificate's CN is 'guest'".
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
  std::string text;                          // without surrounding blanks and comment
  std::vector<Condition> who;                // all must hold; if empty, everyone matches
  std::vector<OperationPattern> operations;  // one must match; if empty, every operation matches
  std::vector<Pattern> adapters;             // one must match; if empty, every adapter matches

  // Returns the first condition that does not hold, or nullptr if all hold.
  const Condition* failing(const Caller& caller) const;
  Match matches(const Question& question) const;
};

// Returns true for the operations that every object has. _get_policy and _get_domain_managers are not among them, since
// an interface may have attributes with these names, and dimma's objects support neither operation.
bool is_built_in(std::string_view operation) noexcept;

// Returns "omg.org::CosNaming::NamingContext" for "IDL:omg.org/CosNaming/NamingContext:1.0". Ids of any other format
// are returned unchanged.
std::string scoped_name_of(std::string_view repository_id);

}  // namespace dimma::access
