#include "orb/dispatcher.hpp"

#include "orb/adapter.hpp"
#include "orb/core.hpp"
#include "orb/interception/serving.hpp"
#include "orb/object_reference.hpp"
#include "orb/upcall.hpp"
#include "orb/upcall_failure.hpp"

#include <dimma/minor.hpp>

#include <cstring>
#include <new>

namespace dimma::orb {

namespace {

[[noreturn]] void raise_unknown_key() {
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_object, CORBA::COMPLETED_NO,
                                "the object key is none that this ORB has made or published");
}

void reply(ServerRequest& request, const CORBA::SystemException& exception) {
  // An exception after the upcall arose from writing its results.
  const auto completed = request.executed() ? CORBA::COMPLETED_YES : exception.completed();
  auto& out = request.begin_reply(ServerRequest::Status::system_exception);
  out.put_string(exception._rep_id());
  out.put(exception.minor());
  out.put(static_cast<std::uint32_t>(completed));
}

// The question is answered, not refused, where there is no object to answer it.
void reply(ServerRequest& request, const CORBA::OBJECT_NOT_EXIST& exception) {
  if (!asks_for_existence(request.operation())) {
    return reply(request, static_cast<const CORBA::SystemException&>(exception));
  }
  constexpr bool does_not_exist = true;
  request.begin_reply(ServerRequest::Status::no_exception).put(does_not_exist);
}

void reply_unknown(ServerRequest& request, std::uint32_t minor_code) {
  reply(request, CORBA::UNKNOWN(minor_code, CORBA::COMPLETED_MAYBE));
}

void reply_forward(ServerRequest& request, const CORBA::object_reference<CORBA::Object>& to) {
  cdr::write_object(request.begin_reply(ServerRequest::Status::location_forward), to);
}

channel::Octets encoded(const CORBA::object_reference<CORBA::Object>& object) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  cdr::write_object(out, object);
  return {out.octets().begin(), out.octets().end()};
}

}  // namespace

bool asks_for_existence(std::string_view operation) noexcept {
  return operation == "_non_existent" || operation == "_not_existent";
}

[[gnu::cold]] void reply_to_failure(ServerRequest& request) {
  try {
    throw;
  } catch (const CORBA::OBJECT_NOT_EXIST& exception) {
    reply(request, exception);
  } catch (const CORBA::SystemException& exception) {
    reply(request, exception);
  } catch (const PortableServer::ForwardRequest& forward) {
    reply_forward(request, forward.forward_reference());
  } catch (const CORBA::UserException&) {
    reply_unknown(request, minor::unknown_user_exception);
  } catch (const std::bad_alloc&) {
    reply(request, CORBA::NO_MEMORY(minor::no_memory_servant, CORBA::COMPLETED_MAYBE));
  } catch (...) {
    report_foreign_exception(request.operation());
    reply_unknown(request, minor::unknown_foreign_exception);
  }
}

void make_upcall(const Upcall& upcall, ServerRequest& request) {
  bool is_known = false;
  try {
    is_known = upcall.servant()._dispatch(request);
  } catch (const CORBA::SystemException&) {
    throw;
  } catch (...) {
    raise_for_client(upcall.object(), request.operation());
  }
  if (!is_known) {
    throw CORBA::BAD_OPERATION(minor::bad_operation_unknown, CORBA::COMPLETED_NO,
                               "the object has no operation " + std::string(request.operation()));
  }
  // A oneway begins no reply by itself; its caller may wait for one all the same (Messaging::SYNC_WITH_TARGET).
  if (request.response_expected() && !request.executed()) request.reply();
}

void Dispatcher::dispatch(ServerRequest& request) noexcept {
  try {
    try {
      serve(request);
    } catch (...) {
      reply_to_failure(request);
    }
  } catch (...) {
    // Not even the exception could be written. One more try with what is small; the channel answers for itself when
    // that fails too.
    try {
      reply(request, CORBA::NO_MEMORY(minor::no_memory_servant, CORBA::COMPLETED_MAYBE));
    } catch (...) {
    }
  }
}

namespace {

// The object of the connection's last request, entered, if this one is for the same object and that is still active.
// A closed object can't be entered, so that what is remembered may be old but never wrong.
ActiveObject* enter_remembered(const ServerRequest& request) noexcept {
  auto* const memo = request.memo();
  if (memo == nullptr || !memo->object) return nullptr;
  const auto key = request.object_key();
  if (key.size() != memo->object_key.size() || std::memcmp(key.data(), memo->object_key.data(), key.size()) != 0) {
    return nullptr;
  }
  auto& object = *static_cast<ActiveObject*>(memo->object.get());
  if (!object.enter()) {
    memo->forget();
    return nullptr;
  }
  if (object.adapter().manager().open()) [[likely]]
    return &object;
  object.exit();
  return nullptr;
}

void remember(const ServerRequest& request, ActiveObject& object) {
  auto* const memo = request.memo();
  if (memo == nullptr || !object.adapter().policies().retains()) return;
  memo->object_key.assign(request.object_key().begin(), request.object_key().end());
  memo->object = object.shared_from_this();
}

}  // namespace

void Dispatcher::serve(ServerRequest& request) {
  request.arguments().context(&core_);
  if (core_.interceptors().see_requests()) [[unlikely]]
    return serve_intercepted(core_, request);
  ActiveObject* const object = enter(request);
  if (object == nullptr) [[unlikely]]
    return;
  const Upcall upcall(*object);
  if (request.waits_for_server()) [[unlikely]]
    request.answer_before_upcall();
  make_upcall(upcall, request);
  upcall.finish();
}

ActiveObject* Dispatcher::enter(ServerRequest& request) {
  if (auto* const object = enter_remembered(request)) [[likely]]
    return object;
  std::shared_ptr<const Names::Published> published;
  const ObjectKey key = key_of(request, published);
  auto* const object = enter_object(core_, key, request);
  if (object != nullptr && !published) remember(request, *object);
  return object;
}

// A name that was published stands for the key that it was published for, which `published` has.
ObjectKey Dispatcher::key_of(const ServerRequest& request, std::shared_ptr<const Names::Published>& published) const {
  ObjectKey key = parse_object_key(request.object_key());
  if (key.kind != ObjectKey::Kind::foreign) [[likely]]
    return key;
  published = core_.names().published(text_of(request.object_key()));
  if (!published) raise_unknown_key();
  if (published->key.empty()) throw PortableServer::ForwardRequest(published->object);
  return parse_object_key(octets_of(published->key));
}

bool Dispatcher::put_aside(ServerRequest& request) {
  const ObjectKey key = parse_object_key(request.object_key());
  if (key.kind != ObjectKey::Kind::foreign) return put_aside_if_held(core_, key, request);
  const auto published = core_.names().published(text_of(request.object_key()));
  return published && !published->key.empty() &&
         put_aside_if_held(core_, parse_object_key(octets_of(published->key)), request);
}

ActiveObject& Dispatcher::enter_on_this_thread(const ServerRequest& request) {
  std::shared_ptr<const Names::Published> published;
  const ObjectKey key = key_of(request, published);
  return enter_object(core_, key, request.operation());
}

channel::Located Dispatcher::locate(std::span<const std::byte> object_key, channel::Octets& forward_to) noexcept {
  try {
    ObjectKey key = parse_object_key(object_key);
    std::shared_ptr<const Names::Published> published;
    if (key.kind == ObjectKey::Kind::foreign) {
      published = core_.names().published(text_of(object_key));
      if (!published) return channel::Located::unknown_object;
      if (published->key.empty()) {
        forward_to = encoded(published->object);
        return channel::Located::object_forward;
      }
      key = parse_object_key(octets_of(published->key));
    }
    return may_have_object(core_, key) ? channel::Located::object_here : channel::Located::unknown_object;
  } catch (...) {
    return channel::Located::unknown_object;
  }
}

}  // namespace dimma::orb
