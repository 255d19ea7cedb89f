#include <dimma/generated/reply_handler_skel.hpp>

#include "cdr/stream/exceptions.hpp"

#include <dimma/dii.hpp>
#include <dimma/minor.hpp>

#include <bit>

namespace Messaging {

namespace {
constexpr CORBA::TypeCode octets_type(CORBA::TCKind::tk_sequence, {.content = &CORBA::_tc_octet});
constexpr CORBA::TypeCode::Member holder_members[] = {
    {.name = "is_system_exception", .type = &CORBA::_tc_boolean},
    {.name = "byte_order", .type = &CORBA::_tc_boolean},
    {.name = "marshaled_exception", .type = &octets_type},
};
}  // namespace

constinit const CORBA::TypeCode _tc_ExceptionHolder(CORBA::TCKind::tk_value,
                                                    {.id = "IDL:omg.org/Messaging/ExceptionHolder:1.0",
                                                     .name = "ExceptionHolder",
                                                     .members = holder_members});
constinit const CORBA::TypeCode _tc_ReplyHandler(CORBA::TCKind::tk_objref,
                                                 {.id = "IDL:omg.org/Messaging/ReplyHandler:1.0",
                                                  .name = "ReplyHandler"});

constinit const dimma::ValueType ExceptionHolder::_value_type{
    .repository_id = "IDL:omg.org/Messaging/ExceptionHolder:1.0", .make = dimma::make_value<ExceptionHolder>};

ExceptionHolder::_ref_type ExceptionHolder::_of(const CORBA::Exception& exception,
                                                std::span<const dimma::ExceptionEntry> known,
                                                std::shared_ptr<dimma::cdr::Context> context) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  const auto* const system = dynamic_cast<const CORBA::SystemException*>(&exception);
  if (system != nullptr) {
    dimma::cdr::write_exception(out, *system);
  } else {
    dimma::cdr::write_exception(out, dynamic_cast<const CORBA::UserException&>(exception));
  }
  auto holder = CORBA::make_reference<ExceptionHolder>();
  const auto octets = out.octets();
  const auto* const first = reinterpret_cast<const std::uint8_t*>(octets.data());
  holder->is_system_exception_ = system != nullptr;
  holder->is_little_endian_ = std::endian::native == std::endian::little;
  holder->marshaled_exception_.assign(first, first + octets.size());
  if (system != nullptr) holder->detail_ = system->_detail();
  holder->known_ = known;
  holder->context_ = std::move(context);
  return holder;
}

dimma::cdr::Decoder ExceptionHolder::open() const {
  dimma::cdr::Decoder in(std::as_bytes(std::span(marshaled_exception_)),
                         is_little_endian_ ? std::endian::little : std::endian::big, CORBA::COMPLETED_YES);
  in.context(context_.get());
  return in;
}

void ExceptionHolder::raise_exception() { raise_exception_with_list({}); }

void ExceptionHolder::raise_exception_with_list(const Dynamic::ExceptionList& exceptions) {
  auto in = open();
  if (is_system_exception_) dimma::cdr::raise_system_exception(in, detail_);
  auto from_its_id = in;
  const std::string id(in.get_string_view());
  for (const auto& entry : known_) {
    if (entry.repository_id == id) entry.raise(in);
  }
  if (more_ != nullptr) {
    auto exception = from_its_id;
    (*more_)(exception);
  }
  for (const auto& type : exceptions) {
    if (type && type->id() == id) throw CORBA::UnknownUserException(dimma::cdr::read_any_value(from_its_id, type));
  }
  throw CORBA::UNKNOWN(dimma::minor::unknown_user_exception, CORBA::COMPLETED_YES,
                       "user exception " + id + ", which the operation does not declare");
}

void ExceptionHolder::_write_state(dimma::cdr::Encoder& out) const {
  dimma::cdr::write(out, is_system_exception_);
  dimma::cdr::write(out, is_little_endian_);
  dimma::cdr::write(out, marshaled_exception_);
}

void ExceptionHolder::_read_state(dimma::cdr::Decoder& in) {
  dimma::cdr::read(in, is_system_exception_);
  dimma::cdr::read(in, is_little_endian_);
  dimma::cdr::read(in, marshaled_exception_);
  if (in.context() != nullptr) context_ = in.context()->share();
}

bool ReplyHandler::_statically_is_a(std::string_view id) const noexcept {
  return id == _interface_tag.repository_id || CORBA::Object::_statically_is_a(id);
}

}  // namespace Messaging

namespace POA_Messaging {

CORBA::object_reference<Messaging::ReplyHandler> _skeleton_ReplyHandler::_this() {
  return dimma::narrow_unchecked<Messaging::ReplyHandler>(_this_object());
}

bool _skeleton_ReplyHandler::_is_a(const std::string& id) {
  return id == Messaging::ReplyHandler::_interface_tag.repository_id || PortableServer::Servant::_is_a(id);
}

std::string _skeleton_ReplyHandler::_repository_id() {
  return std::string(Messaging::ReplyHandler::_interface_tag.repository_id);
}

bool _skeleton_ReplyHandler::_dispatch(dimma::ServerRequest& request) {
  return PortableServer::Servant::_dispatch(request);
}

void* _skeleton_ReplyHandler::_operations(const dimma::InterfaceTag* interface) noexcept {
  if (interface != &Messaging::ReplyHandler::_interface_tag) return nullptr;
  return static_cast<Messaging::ReplyHandler::_operations_type*>(this);
}

const dimma::InterfaceTag* _skeleton_ReplyHandler::_most_derived_interface() const noexcept {
  return &Messaging::ReplyHandler::_interface_tag;
}

}  // namespace POA_Messaging
