#pragma once
// The naming service of a command, according to its flags.

#include "DimmaNaming.hpp"
#include "services/tools/common/command.hpp"
#include "services/tools/common/flags.hpp"
#include "services/tools/naming/paths.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace dimma::tools::naming {

using Context = CORBA::object_reference<CosNaming::NamingContext>;
using DimmaContext = CORBA::object_reference<DimmaNaming::NamingContext>;
using ObjectRef = CORBA::object_reference<CORBA::Object>;

// The options that all these commands have: --service, --timeout, --json.
struct ServiceOptions {
  std::string service;
  std::chrono::milliseconds timeout{10'000};
  bool is_json = false;

  // `prints` is false for commands without output, which have no --json.
  void declare(Flags& flags, bool prints = true);
};

class Session {
 public:
  // Asks the service whether it is a naming context. Throws UsageError if the service is not a reference, Failure if it
  // cannot be reached or is not a naming context.
  Session(CORBA::object_reference<CORBA::ORB> orb, const ServiceOptions& options);

  const CORBA::object_reference<CORBA::ORB>& orb() const noexcept { return orb_; }
  const Context& root() const noexcept { return root_; }
  // Returns the root with the reference as given by the user, which other clients may have bound.
  const Context& given_root() const noexcept { return given_root_; }
  std::chrono::milliseconds timeout() const noexcept { return timeout_; }

  // Both call the service. An empty name denotes the root. Throw Failure with a message for the user.
  ObjectRef resolve(const CosNaming::Name& name) const;
  Context context(const CosNaming::Name& name) const;
  // Returns the context with the name `name` as a context of dimma; nil if the service is of another ORB.
  DimmaContext as_dimma(const CosNaming::Name& name, const Context& context) const;

  // Makes a call about `name` to the service. Throws its exceptions as Failure with a message for the user. If the
  // service answers, but an object that it calls to resolve the name does not, the message names that object.
  void ask(const CosNaming::Name& name, const std::function<void()>& call) const;
  // Like ask(), but for a call to the object to which the name is bound.
  void ask_bound(const CosNaming::Name& name, const ObjectRef& bound, const std::function<void()>& call) const;
  // Like ask(), but for a call to an object that the user has given.
  void ask_given(const ObjectRef& given, const std::function<void()>& call) const;
  // Returns the reference as "IOR:...", or "nil".
  std::string text_of(const ObjectRef& reference) const;
  // Returns the addresses in a reference, "10.0.0.7:2809, 10.0.0.8:2809", for people; empty if it has none.
  std::string addresses_of(const ObjectRef& reference) const;

 private:
  void learn_code_sets();
  std::string reference_that_says_code_sets() const;
  bool service_answers() const;
  // Throws a Failure that names the first part of the name whose object or context does not answer. A no-op if all
  // answer.
  void find_dead_part(const CosNaming::Name& name) const;
  CORBA::object_reference<CORBA::ORB> orb_;
  std::chrono::milliseconds timeout_;
  std::string service_;  // description for messages
  Context root_;
  Context given_root_;
  bool is_dimma_ = false;
};

// Parses a reference in the form of an IOR, corbaloc, corbaname or file URL. Throws UsageError for any other text.
ObjectRef parse_reference(const Session& session, const std::string& text);

}  // namespace dimma::tools::naming
