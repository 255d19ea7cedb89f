#include <dimma/servant.hpp>

#include "cdr/stream/exceptions.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <cstring>

namespace PortableServer {

namespace {

using Handler = void (*)(Servant& servant, dimma::ServerRequest& request);

void serve_is_a(Servant& servant, dimma::ServerRequest& request) {
  const std::string repository_id(request.arguments().get_string_view());
  const bool result = servant._is_a(repository_id);
  request.reply().put(result);
}

void serve_non_existent(Servant& servant, dimma::ServerRequest& request) {
  const bool result = servant._non_existent();
  request.reply().put(result);
}

void serve_repository_id(Servant& servant, dimma::ServerRequest& request) {
  const std::string result = servant._repository_id();
  request.reply().put_identifier(result);
}

void serve_interface(Servant& servant, dimma::ServerRequest& request) {
  const auto result = servant._get_interface();
  dimma::cdr::write_object(request.reply(), result);
}

void serve_component(Servant& servant, dimma::ServerRequest& request) {
  const auto result = servant._get_component();
  dimma::cdr::write_object(request.reply(), result);
}

void serve_nothing_known(Servant&, dimma::ServerRequest& request) {
  throw CORBA::NO_IMPLEMENT(
      dimma::minor::no_implement_unsupported, CORBA::COMPLETED_NO,
      std::string(request.operation()) + ": references of dimma carry no policies of their servers");
}

struct Operation {
  std::string_view name;
  Handler serve;
};
// Peers with GIOP 1.0 and 1.1 may call _not_existent (CORBA 3.3 part 2, 9.4.2.1).
constexpr Operation operations[] = {
    {"_component", serve_component},
    {"_get_domain_managers", serve_nothing_known},
    {"_get_policy", serve_nothing_known},
    {"_interface", serve_interface},
    {"_is_a", serve_is_a},
    {"_non_existent", serve_non_existent},
    {"_not_existent", serve_non_existent},
    {"_repository_id", serve_repository_id},
};

// Returns the object that the servant incarnates in another adapter of the ORB than `home`. Returns nil if it is active
// in `home`, in no adapter, or in several. Adapters with MULTIPLE_ID do not count.
CORBA::object_reference<CORBA::Object> object_elsewhere(const dimma::orb::Adapter& home, Servant& servant) {
  if (home.objects().has_servant(servant)) return nullptr;
  std::shared_ptr<dimma::orb::Adapter> found;
  std::size_t count = 0;
  home.tree().directory().visit_all([&](dimma::orb::Adapter& adapter) {
    if (!adapter.policies().unique_ids() || !adapter.objects().has_servant(servant)) return;
    ++count;
    found = adapter.shared();
  });
  if (count != 1) return nullptr;
  const auto id = found->objects().id_of(servant);
  return id ? found->reference_to(servant, *id) : nullptr;
}

}  // namespace

Servant::~Servant() = default;

bool Servant::_is_a(const std::string& repository_id) { return repository_id == "IDL:omg.org/CORBA/Object:1.0"; }

bool Servant::_non_existent() { return false; }

std::string Servant::_repository_id() {
  const auto* const interface = _most_derived_interface();
  return interface == nullptr ? std::string() : std::string(interface->repository_id);
}

std::string Servant::_interface_of(const ObjectId&, CORBA::object_reference<POA>) { return _repository_id(); }

bool Servant::_dispatch(dimma::ServerRequest& request) {
  const auto* const found = std::find_if(std::begin(operations), std::end(operations),
                                         [&](const auto& each) { return each.name == request.operation(); });
  if (found == std::end(operations)) return false;
  found->serve(*this, request);
  return true;
}

void* Servant::_operations(const dimma::InterfaceTag*) noexcept { return nullptr; }

ObjectId string_to_ObjectId(const std::string& text) { return {text.begin(), text.end()}; }

std::string ObjectId_to_string(const ObjectId& id) {
  if (std::find(id.begin(), id.end(), std::uint8_t{0}) != id.end()) {
    throw CORBA::BAD_PARAM(dimma::minor::bad_param_embedded_zero, CORBA::COMPLETED_NO,
                           "an object id with a zero octet is not a string");
  }
  return {id.begin(), id.end()};
}

ObjectId wstring_to_ObjectId(const std::wstring& text) {
  ObjectId id(text.size() * sizeof(wchar_t));
  if (!id.empty()) std::memcpy(id.data(), text.data(), id.size());
  return id;
}

std::wstring ObjectId_to_wstring(const ObjectId& id) {
  std::wstring text(id.size() / sizeof(wchar_t), L'\0');
  if (!id.empty()) std::memcpy(text.data(), id.data(), text.size() * sizeof(wchar_t));
  if (id.size() % sizeof(wchar_t) != 0 || text.find(L'\0') != std::wstring::npos) {
    throw CORBA::BAD_PARAM(dimma::minor::bad_param_object_id, CORBA::COMPLETED_NO,
                           "the object id is not a wide string");
  }
  return text;
}

CORBA::object_reference<CORBA::Object> Servant::_this_object() {
  if (const auto* const upcall = dimma::orb::upcall_on(*this)) {
    return dimma::orb::adapter_of(*upcall->object).reference_to(*this, upcall->object->id());
  }
  const auto poa = _default_POA();
  if (const auto* const home = dynamic_cast<const dimma::orb::Adapter*>(&*poa)) {
    if (auto object = object_elsewhere(*home, *this)) return object;
  }
  return poa->servant_to_reference(CORBA::servant_reference<Servant>(shared_from_this()));
}

}  // namespace PortableServer

namespace dimma {

bool reply_if_declared(ServerRequest& request, std::span<const std::string_view> raises,
                       const CORBA::UserException& exception) {
  const std::string_view id = exception._rep_id();
  for (const std::string_view declared : raises) {
    if (declared != id) continue;
    request.mark_executed();
    request.failed(exception);
    cdr::write_exception(request.begin_reply(ServerRequest::ReplyStatus::user_exception), exception);
    return true;
  }
  return false;
}

void serve_raising(const SkeletonEntry& entry, void* operations, ServerRequest& request) {
  try {
    entry.serve(operations, request);
  } catch (const CORBA::UserException& exception) {
    if (!reply_if_declared(request, entry.raises, exception)) throw;
  }
}

}  // namespace dimma
