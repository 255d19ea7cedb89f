#include "orb/poa/requests/dispatcher.hpp"

#include "orb/poa/requests/callback_requests.hpp"
#include "orb/poa/requests/entrance.hpp"
#include "orb/poa/requests/guard.hpp"
#include "orb/poa/requests/request_target.hpp"
#include "orb/poa/requests/serving.hpp"
#include "orb/poa/requests/upcall_reply.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/poa/tree/root_adapter.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/caller.hpp"
#include "orb/upcall/upcall.hpp"

#include <iterator>

namespace dimma::orb {

namespace {

channel::Octets encoded(const CORBA::object_reference<CORBA::Object>& object) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  cdr::write_object(out, object);
  return {out.octets().begin(), out.octets().end()};
}

[[gnu::always_inline]] inline void serve_by(const Upcall& upcall, ServerRequest& request) {
  if (request.waits_for_server()) request.answer_before_upcall();
  make_upcall(upcall, request);
  upcall.finish();
}

[[gnu::cold, gnu::noinline]] void serve_both_ways(const Upcall& upcall, ActiveObject& object, ServerRequest& request) {
  const auto context = admit_both_ways(object, request);
  serve_by(upcall, request);
}

[[gnu::cold, gnu::noinline]] void serve_unusual(const Upcall& upcall, ActiveObject& object, ServerRequest& request) {
  request.upcall_begins(upcall.servant());
  if (request.way() != RequestWay::from_client) return serve_both_ways(upcall, object, request);
  serve_by(upcall, request);
}

}  // namespace

// Inlined into dispatch(), which every request executes.
[[gnu::always_inline]] inline void Dispatcher::serve(ServerRequest& request) {
  request.arguments().context(&tree_.orb());
  if (tree_.orb().interceptors().see_requests()) return serve_intercepted(tree_, request);
  if (tree_.orb().access().in_use()) return serve_guarded(request);
  ActiveObject* const object = enter_target(tree_, request);
  if (object == nullptr) return;
  const Upcall upcall(*object, &request);
  if (!request.is_usual()) return serve_unusual(upcall, *object, request);
  serve_by(upcall, request);
}

void Dispatcher::dispatch(ServerRequest& request) noexcept {
  serve_noexcept(request, [&] {
    try {
      serve(request);
    } catch (...) {
      reply_to_failure(request);
    }
  });
}

void Dispatcher::serve_guarded(ServerRequest& request) {
  Guard guard(tree_, request);
  guard.require();
  ActiveObject* const object = enter_target(tree_, request);
  if (object == nullptr) return;
  const Upcall upcall(*object, &request);
  guard.require(*object);
  serve_unusual(upcall, *object, request);
}

// A client that may not call any operation of the object gets the same answer whether or not the object exists. Its
// request then raises NO_PERMISSION.
channel::Located Dispatcher::locate(std::span<const std::byte> object_key, channel::Octets& forward_to,
                                    channel::Session* session) noexcept {
  try {
    const CallerScope caller(session);
    if (Guard(tree_, object_key, session).refuses()) return channel::Located::object_here;
    ObjectKey key = parse_object_key(object_key);
    std::shared_ptr<const Names::Published> published;
    if (key.kind == ObjectKey::Kind::foreign) {
      published = tree_.orb().names().published(text_of(object_key));
      if (!published) return channel::Located::unknown_object;
      if (published->key.empty()) {
        forward_to = encoded(published->object);
        return channel::Located::object_forward;
      }
      key = parse_object_key(octets_of(published->key));
    }
    return may_have_object(tree_, key) ? channel::Located::object_here : channel::Located::unknown_object;
  } catch (...) {
    return channel::Located::unknown_object;
  }
}

ActiveObject* Dispatcher::enter(const ObjectKey& key, std::string_view operation) {
  return enter_object_here(tree_, key, operation);
}

std::vector<channel::Tagged> Dispatcher::profiles_of(Endpoint& endpoint, std::span<const std::byte> object_key) {
  auto profiles = endpoint.open()->profiles(object_key);
  Endpoint& of_orb = *tree_.orb().endpoints().default_endpoint();
  if (!endpoint.answers() && of_orb.answers()) {
    auto all = of_orb.open()->profiles(object_key);
    all.insert(all.end(), std::make_move_iterator(profiles.begin()), std::make_move_iterator(profiles.end()));
    profiles = std::move(all);
  }
  if (const auto adapter = tree_.directory().find(parse_object_key(object_key))) {
    for (const auto& added : adapter->establishment().components) add_to(profiles, added);
  }
  return profiles;
}

void Dispatcher::add_to(std::vector<channel::Tagged>& profiles, const AddedComponent& added) const {
  const auto octets = std::as_bytes(std::span(added.component.component_data()));
  const channel::Tagged component{added.component.tag(), {octets.begin(), octets.end()}};
  for (auto& profile : profiles) {
    if (added.profile && *added.profile != profile.tag) continue;
    for (const auto& binder : tree_.orb().binders()) {
      if (binder->understands(profile)) binder->add_component(profile, component);
    }
  }
}

bool Dispatcher::is_served_by(const Endpoint& endpoint, std::string_view key) {
  const auto adapter = tree_.directory().find(parse_object_key(octets_of(key)));
  return !adapter || adapter->endpoint().get() == &endpoint;
}

std::string Dispatcher::held_by(std::string_view key) {
  const auto adapter = tree_.directory().find(parse_object_key(octets_of(key)));
  if (!adapter || adapter->manager().get_state() != PortableServer::POAManager::State::HOLDING) return {};
  return adapter->manager().get_id();
}

CORBA::object_reference<PortableServer::POA> Dispatcher::root_poa() {
  return CORBA::object_reference<PortableServer::POA>(root_adapter(tree_));
}

}  // namespace dimma::orb
