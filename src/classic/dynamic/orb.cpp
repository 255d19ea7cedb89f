// The functions of the ORB for dynamic calls.

#include <dimma/classic/orb.hpp>

#include "classic/dynamic/context.hpp"
#include "classic/dynamic/refusals.hpp"
#include "classic/dynamic/request.hpp"
#include "classic/orb/wrap.hpp"

#include <list>
#include <mutex>

namespace dimma::classic {

namespace {

using ModernOrb = ::CORBA::object_reference<::CORBA::ORB>;

// A request of send_multiple_requests_deferred that get_next_response has not returned.
struct SentRequest {
  ModernOrb orb;
  CORBA::Request_var request;
};

struct SentRequests {
  std::mutex mutex;
  std::list<SentRequest> requests;
};

// Never destroyed, because an ORB may be in use while static objects are destroyed.
SentRequests& sent_requests() {
  static auto* const made = new SentRequests;
  return *made;
}

RequestImpl& implementation(CORBA::Request_ptr request) {
  if (request == nullptr) refuse_argument("a Request is nil");
  return dynamic_cast<RequestImpl&>(*request);
}

// Returns the first request of the ORB that has ended; the end of the list if none has. Throws BAD_INV_ORDER if the
// list has none of the ORB.
auto find_ended(std::list<SentRequest>& requests, const ModernOrb& orb) {
  bool has_any = false;
  for (auto at = requests.begin(); at != requests.end(); ++at) {
    if (at->orb._get() != orb._get()) continue;
    if (implementation(at->request.in()).has_ended()) return at;
    has_any = true;
  }
  if (has_any) return requests.end();
  raise<CORBA::BAD_INV_ORDER>(minor::bad_inv_order_not_sent, CORBA::COMPLETED_NO,
                              "no Request of send_multiple_requests_deferred is left");
}

}  // namespace

namespace CORBA {

void OrbDynamicCalls::create_list(Long count, NVList_out list) {
  NVList_var made = new NVList;
  for (Long i = 0; i < count; ++i) made->add(0);
  list = made._retn();
}

void OrbDynamicCalls::create_named_value(NamedValue_out value) { value = new NamedValue(nullptr, Any(), 0); }
void OrbDynamicCalls::create_exception_list(ExceptionList_out list) { list = new ExceptionList; }
void OrbDynamicCalls::create_context_list(ContextList_out list) { list = new ContextList; }
void OrbDynamicCalls::create_environment(Environment_out environment) { environment = new Environment; }
void OrbDynamicCalls::get_default_context(Context_out context) { context = default_context(); }

void OrbDynamicCalls::send_multiple_requests_oneway(const RequestSeq& requests) {
  for (ULong i = 0; i != requests.length(); ++i) implementation(requests[i].in()).begin_oneway();
}

void OrbDynamicCalls::send_multiple_requests_deferred(const RequestSeq& requests) {
  const auto orb = modern_orb(static_cast<const ORB&>(*this));
  for (ULong i = 0; i != requests.length(); ++i) {
    implementation(requests[i].in()).begin_deferred();
    const std::lock_guard lock(sent_requests().mutex);
    sent_requests().requests.push_back({orb, Request_var(requests[i])});
  }
}

Boolean OrbDynamicCalls::poll_next_response() {
  const auto orb = modern_orb(static_cast<const ORB&>(*this));
  const std::lock_guard lock(sent_requests().mutex);
  return find_ended(sent_requests().requests, orb) != sent_requests().requests.end();
}

void OrbDynamicCalls::get_next_response(Request_out request) {
  const auto orb = modern_orb(static_cast<const ORB&>(*this));
  for (;;) {
    const std::uint64_t seen = posted_steps();
    {
      const std::lock_guard lock(sent_requests().mutex);
      const auto ended = find_ended(sent_requests().requests, orb);
      if (ended != sent_requests().requests.end()) {
        request = ended->request._retn();
        sent_requests().requests.erase(ended);
        return;
      }
    }
    wait_for_more_steps(seen);
  }
}

}  // namespace CORBA

}  // namespace dimma::classic
