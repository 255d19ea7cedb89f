#include <dimma/classic/ami/reply_handler.hpp>
#include <dimma/classic/generated/interface.hpp>

#include <cstring>

namespace dimma::classic {

namespace Messaging {

ReplyHandler::~ReplyHandler() = default;

const Interface ReplyHandler::_interface = {"IDL:omg.org/Messaging/ReplyHandler:1.0", &make_stub<ReplyHandler>};

ReplyHandler_ptr ReplyHandler::_narrow(CORBA::Object_ptr object) { return classic::narrow<ReplyHandler>(object); }
ReplyHandler_ptr ReplyHandler::_unchecked_narrow(CORBA::Object_ptr object) {
  return classic::narrow_unchecked<ReplyHandler>(object);
}

void* ReplyHandler::_as(const Interface& wanted) { return &wanted == &_interface ? this : CORBA::Object::_as(wanted); }

CORBA::Boolean ReplyHandler::_has_interface(const char* id) const {
  return std::strcmp(id, _interface.repository_id) == 0 || CORBA::Object::_has_interface(id);
}

}  // namespace Messaging

namespace POA_Messaging {

ReplyHandler::~ReplyHandler() = default;

Messaging::ReplyHandler_ptr ReplyHandler::_this() {
  return static_cast<Messaging::ReplyHandler_ptr>(_this_as(Messaging::ReplyHandler::_interface));
}

bool ReplyHandler::_dispatch(ServerRequest& request) { return ServantBase::_dispatch(request); }

void* ReplyHandler::_operations(const Interface& wanted) {
  return &wanted == &Messaging::ReplyHandler::_interface ? this : ServantBase::_operations(wanted);
}

const char* ReplyHandler::_most_derived_id() const { return Messaging::ReplyHandler::_interface.repository_id; }

CORBA::Boolean ReplyHandler::_has_interface(const char* id) const {
  return std::strcmp(id, Messaging::ReplyHandler::_interface.repository_id) == 0 || ServantBase::_has_interface(id);
}

}  // namespace POA_Messaging

}  // namespace dimma::classic
