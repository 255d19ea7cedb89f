// Calls that are seen by client interceptors.

#include "orb/reference/client_request.hpp"
#include "orb/reference/local_request.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/state/orb_state.hpp"

#include <utility>

namespace dimma {

using orb::ChannelSlots;
using orb::Ending;

void ObjectReference::call_intercepted(channel::Request& request, Messaging::SyncScope sync_scope) {
  orb_->require_callable();
  const orb::ClientRequest::Call call{shared_from_this(), request.operation, sync_scope,
                                      orb_->interceptors().slots().of_this_thread()};
  Attempts attempts;
  attempts.deadline = request.deadline;
  bool is_here = !explicit_qos_ && find_locality() == Locality::local;
  for (;;) {
    auto use = is_here ? ChannelSlots::Use() : use_or_bind(attempts, &request);
    orb::ClientRequest observed(call, use ? use.profile() : 0);
    const Ending ending = observed.end(send_intercepted(request, observed, use, attempts));
    switch (ending.status) {
      case PortableInterceptor::SUCCESSFUL:
        return;
      case PortableInterceptor::TRANSPORT_RETRY:
        break;
      case PortableInterceptor::LOCATION_FORWARD:
        if (is_here) channels_.drop();  // the channel of an earlier forward
        is_here = false;
        follow(ending, use, attempts);
        break;
      default:
        std::rethrow_exception(ending.failure);
    }
  }
}

Ending ObjectReference::send_intercepted(channel::Request& request, orb::ClientRequest& observed,
                                         ChannelSlots::Use& use, Attempts& attempts) {
  if (auto refused = observed.send()) return std::move(*refused);
  const channel::CallOptions call_options{
      .until_server = request.call_options != nullptr && request.call_options->until_server,
      .service_contexts = observed.request_contexts(),
      .reply_contexts = &observed.reply_contexts()};
  struct Asked {
    channel::Request& request;
    const channel::CallOptions* before;
    ~Asked() { request.call_options = before; }
  } const asked{request, std::exchange(request.call_options, &call_options)};
  try {
    const auto outcome = use ? use.channel().call(request) : orb::call_within_process(*orb_, local_key_, request);
    return ending_of(outcome);
  } catch (const CORBA::SystemException& exception) {
    if (use && recover(exception, request, use, attempts)) return Ending::retried();
    return Ending::failed(failure_in_hand(exception, request));
  } catch (const CORBA::UserException&) {
    return Ending::raised(std::current_exception());
  } catch (...) {
    return {.status = PortableInterceptor::UNKNOWN, .failure = std::current_exception()};
  }
}

Ending ObjectReference::ending_of(const channel::Outcome& outcome) {
  if (outcome.kind == channel::Outcome::Kind::done) return {};
  cdr::Decoder in(outcome.forward_to);
  auto to = std::make_shared<ObjectReference>(orb_, orb::read_ior(in));
  return Ending::forwarded(CORBA::ObjectAccess::make_stub<CORBA::Object>(std::move(to)),
                           outcome.kind == channel::Outcome::Kind::location_forward_perm);
}

void ObjectReference::follow(const Ending& forward, const ChannelSlots::Use& use, Attempts& attempts) {
  const auto* const to = forward.forward_to ? CORBA::ObjectAccess::reference(*forward.forward_to).get() : nullptr;
  follow(
      to == nullptr ? std::make_shared<const orb::Ior>() : CORBA::ObjectAccess::reference(*forward.forward_to)->ior(),
      forward.forward_for_good, use, attempts);
}

}  // namespace dimma
