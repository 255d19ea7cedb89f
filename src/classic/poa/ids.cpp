#include "classic/poa/ids.hpp"

#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"

#include <dimma/classic/values/strings.hpp>
#include <dimma/classic/values/wide_strings.hpp>
#include <dimma/minor.hpp>

#include <cstring>
#include <memory>

namespace dimma::classic {

namespace {

[[noreturn]] void raise_null_text() {
  raise<CORBA::BAD_PARAM>(minor::bad_param_argument, CORBA::COMPLETED_NO, "the text of an object id is null");
}

}  // namespace

void assign(PortableServer::ObjectId& to, const ::PortableServer::ObjectId& from) {
  to.length(static_cast<CORBA::ULong>(from.size()));
  if (!from.empty()) std::memcpy(to.get_buffer(), from.data(), from.size());
}

PortableServer::ObjectId* classic_id(const ::PortableServer::ObjectId& id) {
  auto made = std::make_unique<PortableServer::ObjectId>();
  assign(*made, id);
  return made.release();
}

namespace PortableServer {

ObjectId* string_to_ObjectId(const char* text) {
  if (text == nullptr) raise_null_text();
  return classic_id(::PortableServer::string_to_ObjectId(text));
}

ObjectId* wstring_to_ObjectId(const CORBA::WChar* text) {
  if (text == nullptr) raise_null_text();
  return classic_id(::PortableServer::wstring_to_ObjectId(text));
}

char* ObjectId_to_string(const ObjectId& id) {
  return with_classic_exceptions(
      [&] { return CORBA::string_dup(::PortableServer::ObjectId_to_string(modern_id(id)).c_str()); });
}

CORBA::WChar* ObjectId_to_wstring(const ObjectId& id) {
  return with_classic_exceptions(
      [&] { return CORBA::wstring_dup(::PortableServer::ObjectId_to_wstring(modern_id(id)).c_str()); });
}

}  // namespace PortableServer
}  // namespace dimma::classic
