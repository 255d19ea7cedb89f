#include "services/tools/naming/words.hpp"

#include "services/naming/text/names.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <sstream>

namespace dimma::tools::naming {

namespace {

using Contexts = CosNaming::NamingContext;

std::string quoted(const CosNaming::Name& name) { return '"' + path_text(name) + '"'; }
std::string quoted(const CosNaming::NameComponent& component) {
  return '"' + dimma::naming::printable(dimma::naming::format_component(component)) + '"';
}

// Returns the part of the name before the error. `rest` is not trusted, since it comes from a peer.
CosNaming::Name before(const CosNaming::Name& name, const CosNaming::Name& rest) {
  const auto done = name.size() - std::min(name.size(), std::max<std::size_t>(rest.size(), 1));
  return {name.begin(), name.begin() + static_cast<std::ptrdiff_t>(done)};
}

std::string not_found(const CosNaming::Name& name, const Contexts::NotFound& raised) {
  if (name.empty()) return "the service raised NotFound for the root context";
  const CosNaming::Name context = before(name, raised.rest_of_name());
  const std::string component = quoted(name[context.size()]);
  switch (raised.why()) {
    case Contexts::NotFoundReason::missing_node:
      return "nothing is bound as " + component + " in " + place(context) +
             (name.size() > 1 ? " (" + quoted(name) + ")" : "");
    case Contexts::NotFoundReason::not_context:
      return component + " in " + place(context) + " is not a context" +
             (name.size() > 1 ? " (" + quoted(name) + ")" : "");
    case Contexts::NotFoundReason::not_object:
      return component + " in " + place(context) + " is a context, not an object";
  }
  return quoted(name) + " was not found";
}

std::string words_of(const CORBA::Exception& exception) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << exception;
  return dimma::naming::printable(text.str());
}

// Returns an explanation of the service's minor code (docs/reference/minor-codes.md).
const char* reason_of(const CORBA::SystemException& raised) {
  switch (raised.minor()) {
    case dimma::minor::transient_store:
      return "its store was not reached, and nothing has been changed; see the log of the service";
    case dimma::minor::comm_failure_store:
      return "its store did not answer in time, and the change may have been made; see the log of the service";
    case dimma::minor::transient_binding_race:
      return "other clients kept changing the same name; try again";
    default:
      return "it is too busy, or an object or a context that it asked does not answer";
  }
}

// Makes a Failure for an exception of this process, or for one that the service has raised itself.
Failure not_reached(const std::string& naming_service, const char* what, const CORBA::SystemException& raised) {
  if (!raised._detail().empty()) return {unreachable, naming_service + ' ' + what + ": " + words_of(raised)};
  return {unreachable, naming_service + " itself raised " + words_of(raised) + ": " + reason_of(raised)};
}

}  // namespace

std::string place(const CosNaming::Name& context) { return context.empty() ? "the root context" : quoted(context); }

Failure failure_of_bound(const CosNaming::Name& name, const std::string& addresses) {
  return failure_of_object("the object bound to " + place(name), addresses);
}

Failure failure_of_object(const std::string& what, const std::string& addresses) {
  const std::string bound = what + (addresses.empty() ? "" : ", at " + addresses + ",");
  try {
    throw;
  } catch (const CORBA::OBJECT_NOT_EXIST& raised) {
    return {refused, bound + " no longer exists: " + words_of(raised)};
  } catch (const CORBA::TRANSIENT& raised) {
    return {refused, bound + " was not reached: " + words_of(raised)};
  } catch (const CORBA::TIMEOUT& raised) {
    return {refused, bound + " did not answer in time: " + words_of(raised)};
  } catch (const CORBA::COMM_FAILURE& raised) {
    return {refused, bound + " broke the connection: " + words_of(raised)};
  } catch (const CORBA::Exception& raised) {
    return {refused, bound + " raised " + words_of(raised)};
  }
}

Failure failure_in_words(const CosNaming::Name& name, const std::string& naming_service) {
  try {
    throw;
  } catch (const Contexts::NotFound& raised) {
    return {refused, not_found(name, raised)};
  } catch (const Contexts::CannotProceed& raised) {
    return {refused, quoted(name) + ": the service cannot proceed beyond " +
                         place(before(name, raised.rest_of_name())) +
                         ", whose context may be of another service that does not answer"};
  } catch (const Contexts::InvalidName&) {
    return {refused, "the service does not accept the name " + quoted(name)};
  } catch (const Contexts::AlreadyBound&) {
    return {refused, quoted(name) + " is already bound; use rebind to replace the binding"};
  } catch (const Contexts::NotEmpty&) {
    return {refused, "the context " + quoted(name) + " is not empty; use --recursive to remove its contents"};
  } catch (const CORBA::TRANSIENT& raised) {
    return not_reached(naming_service, "was not reached", raised);
  } catch (const CORBA::COMM_FAILURE& raised) {
    return not_reached(naming_service, "broke the connection", raised);
  } catch (const CORBA::TIMEOUT& raised) {
    return not_reached(naming_service, "did not answer in time", raised);
  } catch (const CORBA::OBJECT_NOT_EXIST& raised) {
    return {refused, (name.empty() ? naming_service + " has no such context: "
                                   : place(name) + ", or a context before it, no longer exists: ") +
                         words_of(raised)};
  } catch (const CORBA::Exception& raised) {
    return {refused, (name.empty() ? naming_service : quoted(name)) + ": " + words_of(raised)};
  }
}

}  // namespace dimma::tools::naming
