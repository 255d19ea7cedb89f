#include "services/tools/naming/session.hpp"

#include "services/naming/check/addresses.hpp"
#include "services/naming/reference/ior.hpp"
#include "services/naming/text/names.hpp"
#include "services/tools/naming/words.hpp"

#include <dimma/messaging.hpp>

#include <algorithm>
#include <optional>

namespace dimma::tools::naming {

namespace {

using namespace std::chrono_literals;

constexpr const char* default_service = "corbaloc::localhost/NameService";

bool has_scheme(std::string_view text) {
  for (const std::string_view scheme : {"ior:", "corbaloc:", "corbaname:", "file:"}) {
    if (text.size() >= scheme.size() &&
        std::equal(scheme.begin(), scheme.end(), text.begin(), [](char wanted, char given) {
          return wanted == (given >= 'A' && given <= 'Z' ? given + 32 : given);
        })) {
      return true;
    }
  }
  return false;
}

// Returns the object that --service names. `text` becomes its description.
ObjectRef service_of(const CORBA::object_reference<CORBA::ORB>& orb, std::string& text) {
  if (text.empty()) {
    try {
      auto initial = orb->resolve_initial_references("NameService");
      text = "of the ORB's initial reference NameService";
      return initial;
    } catch (const CORBA::ORB::InvalidName&) {
      text = default_service;
    }
  } else if (!has_scheme(text)) {
    text = "corbaloc::" + text + "/NameService";
  }
  try {
    return orb->string_to_object(text);
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw UsageError("--service: " + wrong._detail());
  } catch (const CORBA::INV_OBJREF& wrong) {
    throw UsageError("--service: " + wrong._detail());
  }
}

// Sets a timeout for calls of the ORB that have none of their own.
void limit_calls(const CORBA::object_reference<CORBA::ORB>& orb, std::chrono::milliseconds timeout) {
  CORBA::Any limit;
  limit <<= static_cast<TimeBase::TimeT>(std::chrono::nanoseconds(timeout).count() / 100);
  auto policies = IDL::traits<CORBA::PolicyManager>::narrow(orb->resolve_initial_references("ORBPolicyManager"));
  policies->set_policy_overrides({orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, limit)},
                                 CORBA::SetOverrideType::ADD_OVERRIDE);
}

}  // namespace

void ServiceOptions::declare(Flags& flags, bool prints) {
  flags.text("service", service, "URL",
             "the naming service: HOST[:PORT], corbaloc, corbaname, IOR or file (the ORB's initial reference "
             "NameService, if it has one, or corbaloc::localhost/NameService)");
  flags.time("timeout", timeout, "the time limit of each call", 10ms, 24h);
  if (prints) flags.toggle("json", is_json, "print JSON");
}

Session::Session(CORBA::object_reference<CORBA::ORB> orb, const ServiceOptions& options)
    : orb_(std::move(orb)), timeout_(options.timeout), service_(options.service) {
  limit_calls(orb_, timeout_);
  ask({}, [this] {
    const ObjectRef reference = service_of(orb_, service_);
    if (!reference) throw UsageError("--service: the reference is nil");
    const auto dimmas = IDL::traits<DimmaNaming::NamingContext>::narrow(reference);
    is_dimma_ = static_cast<bool>(dimmas);
    root_ = is_dimma_ ? Context(dimmas) : IDL::traits<CosNaming::NamingContext>::narrow(reference);
    given_root_ = root_;
    if (root_) learn_code_sets();
  });
  if (!root_) throw Failure(refused, "the object " + dimma::naming::printable(service_) + " is not a naming context");
}

// Returns the reference of a new iterator or of a new empty context. It declares the service's code sets. Empty if
// neither can be created.
std::string Session::reference_that_says_code_sets() const {
  CosNaming::BindingList none;
  CORBA::object_reference<CosNaming::BindingIterator> iterator;
  root_->list(0, none, iterator);
  if (iterator) {
    const auto reference = text_of(iterator);
    iterator->destroy();
    return reference;
  }
  try {
    const auto context = root_->new_context();
    const auto reference = text_of(context);
    context->destroy();
    return reference;
  } catch (const CORBA::SystemException&) {
    return {};  // the service may not allow clients to create contexts
  }
}

// A reference from a corbaloc URL declares no code sets, so that only ISO 8859-1 could be sent. This adds them.
void Session::learn_code_sets() {
  std::string reference = text_of(root_);
  if (is_dimma_) {
    reference = dimma::naming::with_code_sets_of_dimma(reference);
  } else {
    const std::string made = reference_that_says_code_sets();
    if (made.empty()) return;
    reference = dimma::naming::with_code_sets_of(reference, made);
  }
  const ObjectRef learned = orb_->string_to_object(reference);
  root_ = is_dimma_ ? Context(dimma::narrow_unchecked<DimmaNaming::NamingContext>(learned))
                    : dimma::narrow_unchecked<CosNaming::NamingContext>(learned);
}

void Session::ask(const CosNaming::Name& name, const std::function<void()>& call) const {
  const std::string asked = "the naming service " + dimma::naming::printable(service_);
  std::optional<Failure> failure;
  bool may_be_another = false;
  try {
    return call();
  } catch (const CosNaming::NamingContext::CannotProceed&) {
    may_be_another = true;
    failure = failure_in_words(name, asked);
  } catch (const CORBA::SystemException&) {
    failure = failure_in_words(name, asked);
    may_be_another = failure->status() == unreachable;
  } catch (const CORBA::Exception&) {
    failure = failure_in_words(name, asked);
  }
  if (may_be_another) find_dead_part(name);
  throw *failure;
}

void Session::ask_bound(const CosNaming::Name& name, const ObjectRef& bound, const std::function<void()>& call) const {
  if (name.empty()) return ask(name, call);
  try {
    call();
  } catch (const CORBA::SystemException&) {
    const Failure of_service = failure_in_words(name, "the naming service " + dimma::naming::printable(service_));
    if (of_service.status() == unreachable && !service_answers()) throw of_service;
    throw failure_of_bound(name, addresses_of(bound));
  } catch (const CORBA::Exception&) {
    throw failure_in_words(name, "the object bound to " + place(name));
  }
}

void Session::ask_given(const ObjectRef& given, const std::function<void()>& call) const {
  try {
    call();
  } catch (const CORBA::SystemException&) {
    throw failure_of_object("the object of the reference", addresses_of(given));
  }
}

bool Session::service_answers() const {
  try {
    return root_ && !root_->_non_existent();
  } catch (const CORBA::Exception&) {
    return false;
  }
}

// The service throws the same exceptions if it fails itself and if an object that it calls fails. Tries each part of
// the name to find such an object.
void Session::find_dead_part(const CosNaming::Name& name) const {
  if (!service_answers()) return;
  for (std::size_t length = 1; length <= name.size(); ++length) {
    const CosNaming::Name part(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(length));
    ObjectRef bound;
    try {
      bound = root_->resolve(part);
    } catch (const CORBA::Exception&) {
      return;
    }
    if (!bound) return;
    try {
      if (bound->_non_existent()) throw CORBA::OBJECT_NOT_EXIST();
    } catch (const CORBA::SystemException&) {
      throw failure_of_bound(part, addresses_of(bound));
    }
  }
}

std::string Session::addresses_of(const ObjectRef& reference) const {
  constexpr std::size_t shown_max = 4;
  std::string text;
  try {
    const auto addresses = dimma::naming::addresses_of(text_of(reference));
    for (std::size_t at = 0; at < addresses.size() && at < shown_max; ++at) {
      text += (at == 0 ? "" : ", ") + addresses[at].text;
    }
    if (addresses.size() > shown_max) text += ", ...";
  } catch (const CORBA::Exception&) {
    // The reference is nil or malformed.
  }
  return dimma::naming::printable(text);
}

ObjectRef Session::resolve(const CosNaming::Name& name) const {
  ObjectRef found = root_;
  if (!name.empty()) ask(name, [&] { found = root_->resolve(name); });
  return found;
}

Context Session::context(const CosNaming::Name& name) const {
  if (name.empty()) return root_;
  Context found;
  const ObjectRef bound = resolve(name);
  ask_bound(name, bound, [&] { found = IDL::traits<CosNaming::NamingContext>::narrow(bound); });
  if (!found) throw Failure(refused, '"' + path_text(name) + "\" is not a context");
  return found;
}

DimmaContext Session::as_dimma(const CosNaming::Name& name, const Context& context) const {
  if (!is_dimma_) return {};
  DimmaContext found;
  ask_bound(name, context, [&] { found = IDL::traits<DimmaNaming::NamingContext>::narrow(context); });
  return found;
}

std::string Session::text_of(const ObjectRef& reference) const {
  return reference ? orb_->object_to_string(reference) : "nil";
}

ObjectRef parse_reference(const Session& session, const std::string& text) {
  try {
    return session.orb()->string_to_object(text);
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw UsageError("the reference: " + dimma::naming::printable(wrong._detail()));
  } catch (const CORBA::INV_OBJREF& wrong) {
    throw UsageError("the reference: " + dimma::naming::printable(wrong._detail()));
  }
}

}  // namespace dimma::tools::naming
