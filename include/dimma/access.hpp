#pragma once
/// Access rules: a small text file that states which callers may call which operations (docs/guides/access-rules.md). A
/// dimma extension.
///
///   # who                        what
///   allow CN=ops-*               call Reactor::*
///   allow uid=scada              call Reactor::level
///   deny  *
///
/// The first rule that matches a request decides. A request that no rule allows is refused, so a file without rules
/// refuses everything. --dimma-access sets the rules of an ORB, access_policy() those of a POA. If both exist, both
/// have to allow a request. Direct calls within the process are not subject to rules. Calls to servants of the same
/// process that are dynamic, reply later or run on an executor go over a connection of the process to itself; they are
/// subject to the rules as calls by the process's user.
///
/// A refused request raises NO_PERMISSION (minor::no_permission_access, COMPLETED_NO) at its caller before any adapter
/// activator, servant manager or servant runs. If the decision depends on the object's interface, and only the servant
/// from a servant manager knows that interface, it is made between the servant manager and the servant. A refused
/// oneway is dropped. A peer that may not call anything on an object does not learn whether the object exists. Each
/// refusal is logged once per connection, at most 600 a minute (dimma/log.hpp).

#include <dimma/caller.hpp>
#include <dimma/policy.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace CORBA {
class ORB;
}

namespace dimma {

/// Thrown if a file of rules has an error or cannot be read. what() begins with the place, "rules.txt:3:7: ", followed
/// by a description of what was expected there.
class AccessRulesError : public std::runtime_error {
 public:
  AccessRulesError(const std::string& text, std::size_t line, std::size_t column)
      : std::runtime_error(text), line_(line), column_(column) {}
  /// The place of the error. Both count from 1, columns in octets; 0 if the file cannot be read.
  std::size_t line() const noexcept { return line_; }
  std::size_t column() const noexcept { return column_; }

 private:
  std::size_t line_;
  std::size_t column_;
};

/// The object and operation that a request is for.
struct AccessTarget {
  /// The operation's name as it is sent: "start", "_get_level", "_is_a".
  std::string operation;
  /// Repository ids of those of the object's interfaces, including bases, that have the operation; nullopt if they are
  /// not known.
  std::optional<std::vector<std::string>> interfaces;
  /// The object adapter: "RootPOA/Plant"; empty if there is none.
  std::string adapter;
};

/// The decision about a caller and an operation, and the rule that made it.
struct AccessDecision {
  /// The request is refused, allowed, or not decided yet.
  enum class Effect : std::uint8_t {
    deny,
    allow,
    by_interface,  ///< depends on the object's interfaces, which the target does not state
  };
  Effect effect = Effect::deny;
  std::size_t line = 0;  ///< line of the rule that decided; 0 if no rule matched, so that the request is denied
  std::string rule;      ///< text of that rule; empty if there is none
};

/// A rule that was examined for a decision.
struct AccessStep {
  std::size_t line = 0;
  std::string rule;
  std::string reason;  ///< why the rule does not match, or that it does
};

/// The rules of one file. Thread-safe.
class AccessRules {
 public:
  /// Reads the file. Later decisions check it, at most once a second; once it has changed and then stayed the same for
  /// a second, it is read again as by reload(). Throws AccessRulesError.
  static std::shared_ptr<AccessRules> read_file(const std::string& path);
  /// Parses the text as rules; `name` is used as the file name in errors. Throws AccessRulesError.
  static std::shared_ptr<AccessRules> parse(std::string_view text, const std::string& name = "rules");
  AccessRules(const AccessRules&) = delete;
  AccessRules& operator=(const AccessRules&) = delete;
  ~AccessRules();

  /// Reads the file again, at once. The new rules apply to all later requests, also on existing connections. If the
  /// file has an error the old rules stay, the error is logged, and false is returned.
  bool reload();
  /// The name used in errors: the path of the file, or the name passed to parse().
  const std::string& name() const noexcept;
  std::size_t size() const;  ///< number of rules

  /// Decides by the current rules, without checking whether the file has changed.
  AccessDecision decide(const Peer& peer, const AccessTarget& target) const;
  /// Like decide(); also lists each rule that was examined.
  AccessDecision explain(const Peer& peer, const AccessTarget& target, std::vector<AccessStep>& steps) const;

  struct State;
  State& state() noexcept { return *state_; }  ///< used by the ORB

 private:
  explicit AccessRules(std::unique_ptr<State> state);
  const std::unique_ptr<State> state_;
};

/// The type of the policy that access_policy() makes.
inline constexpr CORBA::PolicyType ACCESS_POLICY_TYPE = own_policy_types | 16;

/// Makes a policy that applies the rules to the objects of a POA, for POA::create_POA. A POA does not inherit the rules
/// of its parent. Throws CORBA::BAD_PARAM for nullptr.
CORBA::object_reference<CORBA::Policy> access_policy(std::shared_ptr<AccessRules> rules);

/// Returns the rules of the ORB; nullptr if it has none, so that all callers may call everything.
std::shared_ptr<AccessRules> access_rules(const CORBA::object_reference<CORBA::ORB>& orb);
/// Sets the rules that decide later requests; nullptr removes them.
void access_rules(const CORBA::object_reference<CORBA::ORB>& orb, std::shared_ptr<AccessRules> rules);

}  // namespace dimma
