#pragma once
/// Access rules in a small text file: they state which callers may call which operations (docs/guides/access-rules.md).
/// dimma's own.
///
///   # who                        what
///   allow CN=ops-*               call Reactor::*
///   allow uid=scada              call Reactor::level
///   deny  *
///
/// The first rule that fits a request decides. A request that no rule allows is refused, so a file without rules
/// refuses everything. An ORB has the rules that --dimma-access names, a POA those of the policy that access_policy()
/// makes. If there are both, both have to allow a request. Direct calls within the process are not subject to rules.
/// Calls to the process's own servants that are dynamic, reply later or run on an executor go over a connection of the
/// process with itself, and are subject to rules, as calls of its own user.
///
/// A refused request raises NO_PERMISSION (minor::no_permission_access, COMPLETED_NO) at its caller before any adapter
/// activator, servant manager or servant runs. If the decision depends on the object's interface, and only a servant
/// manager's servant tells that, it is made between the servant manager and the servant. A oneway is dropped. A peer
/// that may not call anything there is not told whether there is an object. Each refusal is written to the log once for
/// a connection, 600 a minute at most (dimma/log.hpp).

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

/// Thrown for a file of rules that is wrong, or can't be read. what() is "rules.txt:3:7: " and what was expected there.
class AccessRulesError : public std::runtime_error {
 public:
  AccessRulesError(const std::string& text, std::size_t line, std::size_t column)
      : std::runtime_error(text), line_(line), column_(column) {}
  /// Both count from 1, columns in octets; 0 if the file can't be read.
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

/// The rules of one file. Thread safe.
class AccessRules {
 public:
  /// Reads the file. From then on it is checked when a decision is asked for, at most once a second. Once it has
  /// changed, and stayed the same for a second, it is read again as by reload(). Throws AccessRulesError.
  static std::shared_ptr<AccessRules> read_file(const std::string& path);
  /// Reads the text as rules; `name` stands for a file's name in errors. Throws AccessRulesError.
  static std::shared_ptr<AccessRules> parse(std::string_view text, const std::string& name = "rules");
  AccessRules(const AccessRules&) = delete;
  AccessRules& operator=(const AccessRules&) = delete;
  ~AccessRules();

  /// Reads the file again, at once. The new rules decide all requests from now on, also on existing connections. If the
  /// file is wrong the old rules stay, a line in the log says so, and false is returned.
  bool reload();
  /// The name of the rules in errors: the path of their file, or the name that parse() was given.
  const std::string& name() const noexcept;
  std::size_t size() const;  ///< rules

  /// Decides without checking the file.
  AccessDecision decide(const Peer& peer, const AccessTarget& target) const;
  /// The same; also lists each rule that was looked at.
  AccessDecision explain(const Peer& peer, const AccessTarget& target, std::vector<AccessStep>& steps) const;

  struct State;
  State& state() noexcept { return *state_; }  ///< for the ORB

 private:
  explicit AccessRules(std::unique_ptr<State> state);
  const std::unique_ptr<State> state_;
};

/// The type of the policy that access_policy() makes.
inline constexpr CORBA::PolicyType ACCESS_POLICY_TYPE = own_policy_types | 16;

/// Makes a policy that lets rules decide who may call the objects of a POA. For POA::create_POA; a POA does not inherit
/// the rules of its parent. Throws CORBA::BAD_PARAM for nullptr.
CORBA::object_reference<CORBA::Policy> access_policy(std::shared_ptr<AccessRules> rules);

/// Returns the rules of the ORB; nullptr if it has none, so that everyone may call everything.
std::shared_ptr<AccessRules> access_rules(const CORBA::object_reference<CORBA::ORB>& orb);
/// Has these rules decide requests from now on; nullptr: no rules.
void access_rules(const CORBA::object_reference<CORBA::ORB>& orb, std::shared_ptr<AccessRules> rules);

}  // namespace dimma
