#include "counter.hpp"

#include <dimma/classic/generated/input.hpp>
#include <dimma/classic/generated/local_call.hpp>
#include <dimma/classic/generated/output.hpp>
#include <dimma/classic/generated/skeleton.hpp>

#include <cstring>

namespace {

using ::dimma::classic::Input;
using ::dimma::classic::Interface;
using ::dimma::classic::LocalCall;
using ::dimma::classic::Output;
using ::dimma::classic::ServerRequest;
using ::dimma::classic::SkeletonEntry;
namespace CORBA = ::dimma::classic::CORBA;

const char base_id[] = "IDL:Sample/Base:1.0";
const char counter_id[] = "IDL:Sample/Counter:1.0";

void raise_bad(Input& in) {
  classic_sample::Bad bad;
  bad.why = in.get_string();
  throw bad;
}

void serve_ping(void* object, ServerRequest& request) {
  static_cast<POA_classic_sample::Base*>(object)->ping();
  request.reply();
}

const SkeletonEntry base_entries[] = {{"ping", &serve_ping, nullptr, 0}};

void serve_count(void* object, ServerRequest& request) {
  const CORBA::Long result = static_cast<POA_classic_sample::Counter*>(object)->count();
  request.reply([&](Output& out) { out.put(result); });
}

void serve_act(void* object, ServerRequest& request) {
  const CORBA::String_var what(request.arguments().get_string());
  static_cast<POA_classic_sample::Counter*>(object)->act(what.in());
  request.reply();
}

void serve_add(void* object, ServerRequest& request) {
  const CORBA::Long amount = request.arguments().get<CORBA::Long>();
  const CORBA::Long result = static_cast<POA_classic_sample::Counter*>(object)->add(amount);
  request.reply([&](Output& out) { out.put(result); });
}

void serve_join(void* object, ServerRequest& request) {
  Input& in = request.arguments();
  const CORBA::String_var a(in.get_string());
  CORBA::String_var b(in.get_string());
  CORBA::String_var c;
  const CORBA::String_var result(static_cast<POA_classic_sample::Counter*>(object)->join(a.in(), b.inout(), c.out()));
  request.reply_in_parts([&](Output& out) {
    out.put_string(result.in());
    out.put_string(b.in());
    out.put_string(c.in());
  });
}

void serve_note(void* object, ServerRequest& request) {
  const CORBA::String_var text(request.arguments().get_string());
  static_cast<POA_classic_sample::Counter*>(object)->note(text.in());
}

const char* const raises_bad[] = {"IDL:Sample/Bad:1.0"};
const SkeletonEntry counter_entries[] = {{"_get_count", &serve_count, nullptr, 0},
                                         {"act", &serve_act, raises_bad, 1},
                                         {"add", &serve_add, raises_bad, 1},
                                         {"join", &serve_join, nullptr, 0},
                                         {"note", &serve_note, nullptr, 0}};

}  // namespace

namespace classic_sample {

void Bad::_encode(Output& out) const { out.put_string(why.in()); }

const Interface Base::_interface = {base_id, &::dimma::classic::make_stub<Base>};

void* Base::_as(const Interface& interface) { return &interface == &_interface ? this : Object::_as(interface); }

CORBA::Boolean Base::_has_interface(const char* repository_id) const {
  return std::strcmp(repository_id, base_id) == 0 || Object::_has_interface(repository_id);
}

void Base::ping() {
  static const ::dimma::classic::Operation operation = {"ping", false, nullptr, 0, nullptr, false};
  const LocalCall local(*this, operation, _interface);
  if (local.is_here()) {
    try {
      return local.servant<POA_classic_sample::Base>()->ping();
    } catch (...) {
      local.raise();
    }
  }
  ::dimma::classic::call(*this, operation, ::dimma::classic::no_values, ::dimma::classic::no_values);
}

const Interface Counter::_interface = {counter_id, &::dimma::classic::make_stub<Counter>};

void* Counter::_as(const Interface& interface) { return &interface == &_interface ? this : Base::_as(interface); }

CORBA::Boolean Counter::_has_interface(const char* repository_id) const {
  return std::strcmp(repository_id, counter_id) == 0 || Base::_has_interface(repository_id);
}

CORBA::Long Counter::add(CORBA::Long amount) {
  static const ::dimma::classic::ExceptionEntry raises[] = {{"IDL:Sample/Bad:1.0", &raise_bad}};
  static const ::dimma::classic::Operation operation = {"add", false, raises, 1, nullptr, false};
  const LocalCall local(*this, operation, _interface);
  if (local.is_here()) {
    try {
      return local.servant<POA_classic_sample::Counter>()->add(amount);
    } catch (...) {
      local.raise();
    }
  }
  CORBA::Long result = 0;
  ::dimma::classic::call(
      *this, operation, [&](Output& out) { out.put(amount); }, [&](Input& in) { result = in.get<CORBA::Long>(); });
  return result;
}

}  // namespace classic_sample

namespace POA_classic_sample {

classic_sample::Base* Base::_this() {
  return static_cast<classic_sample::Base*>(_this_as(classic_sample::Base::_interface));
}

bool Base::_dispatch(ServerRequest& request) {
  return ::dimma::classic::serve(base_entries, this, request) || ServantBase::_dispatch(request);
}

void* Base::_operations(const Interface& interface) {
  return &interface == &classic_sample::Base::_interface ? this : ServantBase::_operations(interface);
}

const char* Base::_most_derived_id() const { return base_id; }

CORBA::Boolean Base::_has_interface(const char* repository_id) const {
  return std::strcmp(repository_id, base_id) == 0 || ServantBase::_has_interface(repository_id);
}

classic_sample::Counter* Counter::_this() {
  return static_cast<classic_sample::Counter*>(_this_as(classic_sample::Counter::_interface));
}

bool Counter::_dispatch(ServerRequest& request) {
  return ::dimma::classic::serve(counter_entries, this, request) || Base::_dispatch(request);
}

void* Counter::_operations(const Interface& interface) {
  return &interface == &classic_sample::Counter::_interface ? this : Base::_operations(interface);
}

const char* Counter::_most_derived_id() const { return counter_id; }

CORBA::Boolean Counter::_has_interface(const char* repository_id) const {
  return std::strcmp(repository_id, counter_id) == 0 || Base::_has_interface(repository_id);
}

}  // namespace POA_classic_sample
