// Texts for calls whose deadline has passed, or whose results could not be decoded. They are composed only in these
// cases.

#include "base/sealing.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/state/local_objects.hpp"
#include "orb/state/object_key.hpp"
#include "orb/state/orb_state.hpp"
#include "qos/text.hpp"

#include <dimma/minor.hpp>

#include <utility>

namespace dimma {

using Roundtrip = std::optional<Clock::duration>;

// Evaluates the policies of the calling thread.
Roundtrip ObjectReference::roundtrip_of_policies() const {
  if (!has_overrides()) return std::nullopt;
  return orb::effective_overrides(orb_->overrides(), overrides_.get()).roundtrip;
}

// Returns, for example, "the deadline is 20ms, set by the QoS", or an empty string if the call has no deadline.
std::string ObjectReference::deadline_text(const Roundtrip& roundtrip) const {
  const auto& of_qos = qos().deadline;
  if (roundtrip && (!of_qos || *roundtrip < *of_qos)) {
    return "the deadline is " + qos::duration_text(*roundtrip) + ", set by RelativeRoundtripTimeoutPolicy";
  }
  if (!of_qos) return {};
  return "the deadline is " + qos::duration_text(*of_qos) + ", set by the QoS";
}

// Returns a text only for objects of this ORB, since the state of a remote POAManager is unknown.
std::string ObjectReference::hold_text() {
  const std::string* const key = local_key();
  if (key == nullptr) return {};
  const std::string manager = orb_->local_objects().held_by(*key);
  if (manager.empty()) return {};
  return "the object is in this process, and its POAManager, " + manager +
         ", is in HOLDING: call activate() to serve requests";
}

std::exception_ptr ObjectReference::late(const CORBA::TIMEOUT& exception, std::string_view operation,
                                         const Roundtrip& roundtrip) {
  auto unchanged = std::current_exception();
  const bool is_by_deadline = exception.minor() == minor::timeout_call || exception.minor() == minor::timeout_resources;
  if (!is_by_deadline || sealing::is_sealed()) return unchanged;
  try {
    std::string words = operation.empty() ? std::string() : std::string(operation) + "(): ";
    words += exception._detail();
    for (const auto& more : {deadline_text(roundtrip), hold_text()}) {
      if (!more.empty()) words += "; " + more;
    }
    // A new exception, since the old one may be shared with other calls.
    return std::make_exception_ptr(CORBA::TIMEOUT(exception.minor(), exception.completed(), std::move(words)));
  } catch (const std::exception&) {
    return unchanged;
  }
}

namespace {
// Adds the operation's name to an exception about results that ended early.
std::exception_ptr misread_results(const CORBA::MARSHAL& exception, std::string_view operation) {
  auto unchanged = std::current_exception();
  if (exception.minor() != minor::marshal_ends_early || exception.completed() != CORBA::COMPLETED_YES ||
      sealing::is_sealed()) {
    return unchanged;
  }
  try {
    return std::make_exception_ptr(CORBA::MARSHAL(exception.minor(), exception.completed(),
                                                  "the results of " + std::string(operation) + "(): " +
                                                      exception._detail() + "; client and server have different IDL"));
  } catch (const std::exception&) {
    return unchanged;
  }
}
}  // namespace

std::exception_ptr ObjectReference::late_in_hand(const CORBA::SystemException& exception,
                                                 const channel::Request& request, const Roundtrip& roundtrip) {
  if (const auto* const misread = dynamic_cast<const CORBA::MARSHAL*>(&exception)) {
    return misread_results(*misread, request.operation.name);
  }
  const auto* const timeout = dynamic_cast<const CORBA::TIMEOUT*>(&exception);
  // A TIMEOUT in a reply concerns a deadline of the server.
  if (timeout == nullptr || request.is_answered) return std::current_exception();
  return late(*timeout, request.operation.name, roundtrip);
}

}  // namespace dimma
