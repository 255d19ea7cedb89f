#pragma once
/// Access rules in a small text file: they say who may call what (docs/guides/access-rules.md). dimma's own.
///
///   # who                        what
///   allow CN=ops-*               call Reactor::*
///   allow uid=scada              call Reactor::level
///   deny  *
///
/// The first rule that fits a request decides, and what no rule allows is refused; a file without rules refuses
/// everything. An ORB has the rules that --dimma-access names, a POA those of the policy that access_policy() makes; a
/// request has to be allowed by both, where both are there. Direct calls within the process are not subject to rules.
/// Calls to its own servants that are dynamic, reply later or run on an executor go over a connection of the process
/// with itself, and are: as those of its own user.
///
/// A refused request raises NO_PERMISSION (minor::no_permission_access, COMPLETED_NO) at its caller before any adapter
/// activator, servant manager or servant runs; where the decision depends on the object's interface, which only a
/// servant manager's servant tells, it is made between the servant manager and the servant. A oneway is dropped. A peer
/// that may call nothing there is not told whether there is an object. Each refusal is written to the log once for a
/// connection, 600 a minute at most (dimma/log.hpp).

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

/// A file of rules that is wrong, or can't be read. what() is "rules.txt:3:7: " and what was expected there.
class AccessRulesError : public std::runtime_error {
 public:
  AccessRulesError(const std::string& text, std::size_t line, std::size_t column)
      : std::runtime_error(text), line_(line), column_(column) {}
  /// Both count from 1, columns in octets; 0 where the file can't be read.
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
  /// The repository ids of the object's interfaces that have the operation, the object's own and its bases;
  /// nullopt: not known.
  std::optional<std::vector<std::string>> interfaces;
  /// The object adapter: "RootPOA/Plant"; empty: none.
  std::string adapter;
};

/// The rules' decision about a caller and an operation, and the line that it comes from.
struct AccessDecision {
  /// The effect of the decision.
  enum class Effect : std::uint8_t {
    deny,
    allow,
    by_interface,  ///< depends on the interfaces, which the target does not tell
  };
  Effect effect = Effect::deny;
  std::size_t line = 0;  ///< the line of the rule that decides; 0: no rule does, and the request is denied
  std::string rule;      ///< its text; empty if there is none
};

/// A rule that was looked at on the way to a decision.
struct AccessStep {
  std::size_t line = 0;
  std::string rule;
  std::string reason;  ///< why it does not fit, or that it does
};

/// The rules of one file. Any thread may call any function.
class AccessRules {
 public:
  /// Reads the file. From then on it is looked at when a decision is asked for, at most once a second: once it has
  /// changed, and stayed the same for a second, it is read anew as by reload(). Throws AccessRulesError.
  static std::shared_ptr<AccessRules> read_file(const std::string& path);
  /// Takes the text for rules; `name` stands for a file's in errors. Throws AccessRulesError.
  static std::shared_ptr<AccessRules> parse(std::string_view text, const std::string& name = "rules");
  AccessRules(const AccessRules&) = delete;
  AccessRules& operator=(const AccessRules&) = delete;
  ~AccessRules();

  /// Reads the file anew, at once. Requests from now on are decided by the new rules, on connections that there are
  /// too. If the file is wrong the old rules stay, and a line in the log says so: then false.
  bool reload();
  /// The name of the rules in errors: the path of their file, or the name that parse() was given.
  const std::string& name() const noexcept;
  std::size_t size() const;  ///< rules

  /// Does not look at the file.
  AccessDecision decide(const Peer& peer, const AccessTarget& target) const;
  /// The same, with each rule that was looked at.
  AccessDecision explain(const Peer& peer, const AccessTarget& target, std::vector<AccessStep>& steps) const;

  struct State;
  State& state() noexcept { return *state_; }  ///< for the ORB

 private:
  explicit AccessRules(std::unique_ptr<State> state);
  const std::unique_ptr<State> state_;
};

/// The type of the policy that access_policy() makes.
inline constexpr CORBA::PolicyType ACCESS_POLICY_TYPE = own_policy_types | 16;

/// The policy that has rules decide who may call the objects of a POA. For POA::create_POA; a POA has its own or none,
/// whatever its parent has. Throws CORBA::BAD_PARAM for nullptr.
CORBA::object_reference<CORBA::Policy> access_policy(std::shared_ptr<AccessRules> rules);

/// The rules of the ORB; nullptr: none, everyone may call everything.
std::shared_ptr<AccessRules> access_rules(const CORBA::object_reference<CORBA::ORB>& orb);
/// Has requests from now on decided by these rules; nullptr: by none.
void access_rules(const CORBA::object_reference<CORBA::ORB>& orb, std::shared_ptr<AccessRules> rules);

}  // namespace dimma
