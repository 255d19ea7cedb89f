#include "unit/orb/sample_skel.hpp"

namespace {

using dimma::ServerRequest;
using dimma::cdr::read;
using dimma::cdr::write;

constexpr std::string_view raises_bad[] = {"IDL:Sample/Bad:1.0"};

namespace serve_base {
void ping(void* object, ServerRequest& request) {
  static_cast<Sample::Base::_operations_type*>(object)->ping();
  request.reply();
}
}  // namespace serve_base

namespace serve_counter {
using Operations = Sample::Counter::_operations_type;

void get_count(void* object, ServerRequest& request) {
  auto& servant = *static_cast<Operations*>(object);
  const auto result = servant.count();
  auto& out = request.reply();
  write(out, result);
}
void add(void* object, ServerRequest& request) {
  auto& servant = *static_cast<Operations*>(object);
  auto& in = request.arguments();
  std::int32_t amount{};
  read(in, amount);
  const auto result = servant.add(amount);
  auto& out = request.reply();
  write(out, result);
}
void join(void* object, ServerRequest& request) {
  auto& servant = *static_cast<Operations*>(object);
  auto& in = request.arguments();
  std::string a{};
  read(in, a);
  std::string b{};
  read(in, b);
  std::string c{};
  const auto result = servant.join(a, b, c);
  auto& out = request.reply();
  write(out, result);
  write(out, b);
  write(out, c);
}
void pass(void* object, ServerRequest& request) {
  auto& servant = *static_cast<Operations*>(object);
  auto& in = request.arguments();
  CORBA::object_reference<Sample::Counter> peer{};
  read(in, peer);
  const auto result = servant.pass(peer);
  auto& out = request.reply();
  write(out, result);
}
void act(void* object, ServerRequest& request) {
  auto& servant = *static_cast<Operations*>(object);
  auto& in = request.arguments();
  std::string what{};
  read(in, what);
  servant.act(what);
  request.reply();
}
void call_back(void* object, ServerRequest& request) {
  auto& servant = *static_cast<Operations*>(object);
  auto& in = request.arguments();
  CORBA::object_reference<Sample::Counter> peer{};
  read(in, peer);
  std::int32_t depth{};
  read(in, depth);
  const auto result = servant.call_back(peer, depth);
  auto& out = request.reply();
  write(out, result);
}
void note(void* object, ServerRequest& request) {
  auto& servant = *static_cast<Operations*>(object);
  auto& in = request.arguments();
  std::string text{};
  read(in, text);
  servant.note(text);
}
}  // namespace serve_counter

constexpr const dimma::InterfaceTag* base_tag = &Sample::Base::_interface_tag;

constexpr dimma::SkeletonEntry base_table[] = {
    {"ping", serve_base::ping},
};

constexpr dimma::SkeletonEntry counter_table[] = {
    {"_get_count", serve_counter::get_count},
    {"act", serve_counter::act, raises_bad},
    {"add", serve_counter::add, raises_bad},
    {"call_back", serve_counter::call_back},
    {"join", serve_counter::join},
    {"note", serve_counter::note},
    {"pass", serve_counter::pass},
    {"ping", serve_base::ping, {}, base_tag},
};

}  // namespace

namespace POA_Sample {

CORBA::object_reference<Sample::Base> Base::_this() { return dimma::narrow_unchecked<Sample::Base>(_this_object()); }
bool Base::_is_a(const std::string& id) {
  return id == Sample::Base::_interface_tag.repository_id || PortableServer::Servant::_is_a(id);
}
std::string Base::_repository_id() { return std::string(Sample::Base::_interface_tag.repository_id); }
bool Base::_dispatch(dimma::ServerRequest& request) {
  if (dimma::serve(base_table, static_cast<Sample::Base::_operations_type*>(this), request)) return true;
  return PortableServer::Servant::_dispatch(request);
}
void* Base::_operations(const dimma::InterfaceTag* interface) noexcept {
  if (interface == &Sample::Base::_interface_tag) return static_cast<Sample::Base::_operations_type*>(this);
  return nullptr;
}
const dimma::InterfaceTag* Base::_most_derived_interface() const noexcept { return &Sample::Base::_interface_tag; }

CORBA::object_reference<Sample::Counter> Counter::_this() {
  return dimma::narrow_unchecked<Sample::Counter>(_this_object());
}
bool Counter::_is_a(const std::string& id) {
  return id == Sample::Counter::_interface_tag.repository_id || Base::_is_a(id);
}
std::string Counter::_repository_id() { return std::string(Sample::Counter::_interface_tag.repository_id); }
bool Counter::_dispatch(dimma::ServerRequest& request) {
  if (dimma::serve_with_bases(counter_table, *this, static_cast<serve_counter::Operations*>(this), request))
    return true;
  return PortableServer::Servant::_dispatch(request);
}
void* Counter::_operations(const dimma::InterfaceTag* interface) noexcept {
  if (interface == &Sample::Counter::_interface_tag) return static_cast<Sample::Counter::_operations_type*>(this);
  if (interface == &Sample::Base::_interface_tag) return static_cast<Sample::Base::_operations_type*>(this);
  return nullptr;
}
const dimma::InterfaceTag* Counter::_most_derived_interface() const noexcept {
  return &Sample::Counter::_interface_tag;
}

}  // namespace POA_Sample
