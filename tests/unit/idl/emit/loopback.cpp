#include "loopback.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace dimma {

// Stands in for the ORB's class, and points to the servant itself. It does not own the servant, which may hold
// references to itself.
class ObjectReference {
 public:
  ObjectReference(std::size_t place, PortableServer::Servant& object) : index(place), servant(&object) {}
  std::size_t index;
  PortableServer::Servant* servant;
};

}  // namespace dimma

namespace loopback {

namespace {

struct State {
  Route route = Route::encoded;
  std::vector<std::string> dispatched;
  std::vector<CORBA::servant_reference<PortableServer::Servant>> servants;
  std::vector<std::shared_ptr<dimma::ObjectReference>> references;  // one for each servant, in the same order
};

State& state() {
  static State instance;
  return instance;
}

class Request final : public dimma::ServerRequest {
 public:
  Request(std::string_view operation, bool response_expected, dimma::cdr::Decoder arguments, dimma::cdr::Encoder& reply)
      : ServerRequest(operation, {}, response_expected, arguments), reply_(reply) {}

  dimma::cdr::Encoder& begin_reply(ReplyStatus status) override {
    reply_.reset();
    status_ = status;
    replied_ = true;
    return reply_;
  }
  ReplyStatus status() const { return status_; }
  bool replied() const { return replied_; }

 private:
  dimma::cdr::Encoder& reply_;
  ReplyStatus status_ = ReplyStatus::no_exception;
  bool replied_ = false;
};

const dimma::ExceptionEntry* find(std::span<const dimma::ExceptionEntry> raises, std::string_view repository_id) {
  for (const auto& entry : raises) {
    if (entry.repository_id == repository_id) return &entry;
  }
  return nullptr;
}

void raise_from(dimma::cdr::Decoder& in, std::span<const dimma::ExceptionEntry> raises) {
  const auto id = dimma::cdr::read<std::string>(in);
  const auto* entry = find(raises, id);
  if (entry == nullptr) throw CORBA::UNKNOWN(0, CORBA::COMPLETED_MAYBE);
  entry->raise(in);
}

std::vector<std::byte> copy(std::span<const std::byte> octets) { return {octets.begin(), octets.end()}; }

}  // namespace

void use(Route route) { state().route = route; }

std::vector<std::string> dispatched() { return std::exchange(state().dispatched, {}); }

CORBA::object_reference<CORBA::Object> reference_to(CORBA::servant_reference<PortableServer::Servant> servant) {
  auto& references = state().references;
  for (const auto& known : references) {
    if (known->servant == servant._shared().get()) return CORBA::ObjectAccess::make_stub<CORBA::Object>(known);
  }
  references.push_back(std::make_shared<dimma::ObjectReference>(references.size(), *servant));
  state().servants.push_back(std::move(servant));
  return CORBA::ObjectAccess::make_stub<CORBA::Object>(references.back());
}

}  // namespace loopback

namespace dimma {

void call(const CORBA::Object& target, const Operation& operation, ArgumentWriter arguments, ResultReader results) {
  auto* const servant = CORBA::ObjectAccess::reference(target)->servant;
  cdr::Buffer argument_buffer;
  cdr::Encoder argument_encoder(argument_buffer);
  arguments(argument_encoder);
  const auto sent = loopback::copy(argument_encoder.octets());
  cdr::Buffer reply_buffer;
  cdr::Encoder reply_encoder(reply_buffer);
  loopback::state().dispatched.emplace_back(operation.name);
  loopback::Request request(operation.name, !operation.oneway, cdr::Decoder(sent), reply_encoder);
  if (!servant->_dispatch(request)) throw CORBA::BAD_OPERATION();
  if (request.arguments().remaining() != 0) throw CORBA::INTERNAL();
  if (request.replied() == operation.oneway) throw CORBA::INTERNAL();
  if (operation.oneway) return;
  const auto received = loopback::copy(reply_encoder.octets());
  cdr::Decoder reply(received);
  if (request.status() == ServerRequest::ReplyStatus::user_exception) loopback::raise_from(reply, operation.raises);
  results(reply);
  if (reply.remaining() != 0) throw CORBA::INTERNAL();
}

void copy_values(const CORBA::Object&, ArgumentWriter write, ResultReader read) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  write(out);
  cdr::Decoder in(out.octets());
  read(in);
  if (in.remaining() != 0) throw CORBA::INTERNAL();
}

void LocalCall::enter(const CORBA::Object& target, const InterfaceTag* interface) {
  if (loopback::state().route == loopback::Route::encoded) return;
  operations_ = CORBA::ObjectAccess::reference(target)->servant->_operations(interface);
}

void LocalCall::exit() noexcept {}

void LocalCall::raise() const {
  try {
    throw;
  } catch (const CORBA::UserException& exception) {
    if (loopback::find(operation_.raises, exception._rep_id()) == nullptr) throw CORBA::UNKNOWN();
    throw;
  }
}

// A skeleton reads all of the arguments that its stub has written.
void report_arguments_left(const SkeletonEntry& entry, ServerRequest& request) noexcept {
  ADD_FAILURE() << entry.name << " has left " << request.arguments().left() << " octets of its arguments";
}

void serve_raising(const SkeletonEntry& entry, void* operations, ServerRequest& request) {
  try {
    entry.serve(operations, request);
  } catch (const CORBA::UserException& exception) {
    if (std::find(entry.raises.begin(), entry.raises.end(), exception._rep_id()) == entry.raises.end()) {
      throw CORBA::UNKNOWN();
    }
    auto& out = request.begin_reply(ServerRequest::ReplyStatus::user_exception);
    out.put_string(exception._rep_id());
    exception._encode(out);
  }
}

// A reference is encoded as an IOR whose only profile has the reference's number as its tag, and no octets.
void cdr::write_object(Encoder& out, const CORBA::object_reference<CORBA::Object>& object) {
  out.put_string({});
  out.put(std::uint32_t{object ? 1U : 0U});
  if (!object) return;
  out.put(static_cast<std::uint32_t>(CORBA::ObjectAccess::reference(*object)->index));
  out.put(std::uint32_t{0});
}

CORBA::object_reference<CORBA::Object> cdr::read_object(Decoder& in) {
  in.get_string_view();
  if (in.get<std::uint32_t>() == 0) return {};
  const auto index = in.get<std::uint32_t>();
  in.get<std::uint32_t>();
  return CORBA::ObjectAccess::make_stub<CORBA::Object>(loopback::state().references.at(index));
}

}  // namespace dimma

namespace CORBA {

Object::~Object() = default;

bool Object::_statically_is_a(std::string_view repository_id) const noexcept {
  return repository_id == "IDL:omg.org/CORBA/Object:1.0";
}

bool Object::_is_a(const std::string& repository_id) const {
  return reference_ ? reference_->servant->_is_a(repository_id) : _statically_is_a(repository_id);
}

bool Object::_is_equivalent(object_reference<Object> other) const { return other && other->reference_ == reference_; }

}  // namespace CORBA

namespace PortableServer {

Servant::~Servant() = default;

CORBA::object_reference<POA> Servant::_default_POA() { return {}; }
CORBA::object_reference<CORBA::Object> Servant::_get_interface() { return {}; }

bool Servant::_is_a(const std::string& repository_id) { return repository_id == "IDL:omg.org/CORBA/Object:1.0"; }

bool Servant::_non_existent() { return false; }

std::string Servant::_repository_id() { return "IDL:omg.org/CORBA/Object:1.0"; }

std::string Servant::_interface_of(const ObjectId&, CORBA::object_reference<POA>) { return _repository_id(); }

bool Servant::_dispatch(dimma::ServerRequest&) { return false; }

void* Servant::_operations(const dimma::InterfaceTag*) noexcept { return nullptr; }

CORBA::object_reference<CORBA::Object> Servant::_this_object() {
  return loopback::reference_to(CORBA::servant_reference<Servant>(shared_from_this()));
}

}  // namespace PortableServer
