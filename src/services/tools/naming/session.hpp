#pragma once
// The access to a naming service, as the flags of a command specify it.

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

// The options of all these commands: --service, --timeout, --json.
struct ServiceOptions {
  std::string service;
  std::chrono::milliseconds timeout{10'000};
  bool is_json = false;

  // `prints`: false for commands that print nothing and have no --json.
  void declare(Flags& flags, bool prints = true);
};

class Session {
 public:
  // Asks the service whether it is a naming context. Throws UsageError if the service is not a reference, Failure if it
  // is not reached or is not a naming context.
  Session(CORBA::object_reference<CORBA::ORB> orb, const ServiceOptions& options);

  const CORBA::object_reference<CORBA::ORB>& orb() const noexcept { return orb_; }
  const Context& root() const noexcept { return root_; }
  // Returns the root by the reference that was given, by which others may have bound it.
  const Context& given_root() const noexcept { return given_root_; }
  std::chrono::milliseconds timeout() const noexcept { return timeout_; }

  // Both ask the service. An empty name is the root. Throw Failure in words.
  ObjectRef resolve(const CosNaming::Name& name) const;
  Context context(const CosNaming::Name& name) const;
  // Returns the context of that name as one of dimma's; nil if the service is another ORB's.
  DimmaContext as_dimma(const CosNaming::Name& name, const Context& context) const;

  // Makes a call about `name` to the service, and throws its exception as a Failure in words. If the service answers,
  // but an object that it asks for the name does not, the words name that object.
  void ask(const CosNaming::Name& name, const std::function<void()>& call) const;
  // The same for a call to the object to which the name is bound.
  void ask_bound(const CosNaming::Name& name, const ObjectRef& bound, const std::function<void()>& call) const;
  // The same for the object of a reference that was given.
  void ask_given(const ObjectRef& given, const std::function<void()>& call) const;
  // Returns "IOR:..." for a reference, or "nil".
  std::string text_of(const ObjectRef& reference) const;
  // Returns the addresses of an object, "10.0.0.7:2809, 10.0.0.8:2809", for people; empty if its reference has none.
  std::string addresses_of(const ObjectRef& reference) const;

 private:
  void learn_code_sets();
  std::string reference_that_says_code_sets() const;
  bool service_answers() const;
  // Throws a Failure that names the first part of the name whose object or context does not answer, if there is one.
  void find_dead_part(const CosNaming::Name& name) const;
  CORBA::object_reference<CORBA::ORB> orb_;
  std::chrono::milliseconds timeout_;
  std::string service_;  // in the given form, for texts
  Context root_;
  Context given_root_;
  bool is_dimma_ = false;
};

// Returns the reference in an IOR, corbaloc, corbaname or file URL. Throws UsageError for any other text.
ObjectRef parse_reference(const Session& session, const std::string& text);

}  // namespace dimma::tools::naming
