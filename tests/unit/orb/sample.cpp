#include "unit/orb/sample.hpp"

namespace Sample {

using dimma::LocalCall;
using dimma::Operation;
using dimma::cdr::Decoder;
using dimma::cdr::Encoder;
using dimma::cdr::read;
using dimma::cdr::write;

namespace {
constexpr dimma::ExceptionEntry raises_bad[] = {{"IDL:Sample/Bad:1.0", dimma::raise_user_exception<Bad>}};
}

void Bad::_encode(Encoder& out) const { write(out, *this); }

void Base::ping() {
  static constexpr Operation operation{"ping"};
  if (LocalCall local{*this, operation, &_interface_tag}) {
    try {
      return local.servant<_operations_type>()->ping();
    } catch (...) {
      local.raise();
    }
  }
  dimma::call(*this, operation, dimma::no_values, dimma::no_values);
}

bool Base::_statically_is_a(std::string_view id) const noexcept {
  return id == _interface_tag.repository_id || CORBA::Object::_statically_is_a(id);
}

std::int32_t Counter::count() {
  static constexpr Operation operation{"_get_count"};
  if (LocalCall local{*this, operation, &_interface_tag}) {
    try {
      return local.servant<_operations_type>()->count();
    } catch (...) {
      local.raise();
    }
  }
  std::int32_t result{};
  dimma::call(*this, operation, dimma::no_values, [&](Decoder& in) { read(in, result); });
  return result;
}

std::int32_t Counter::add(std::int32_t amount) {
  static constexpr Operation operation{"add", false, raises_bad};
  if (LocalCall local{*this, operation, &_interface_tag}) {
    try {
      return local.servant<_operations_type>()->add(amount);
    } catch (...) {
      local.raise();
    }
  }
  std::int32_t result{};
  dimma::call(
      *this, operation, [&](Encoder& out) { write(out, amount); }, [&](Decoder& in) { read(in, result); });
  return result;
}

std::string Counter::join(const std::string& a, std::string& b, std::string& c) {
  static constexpr Operation operation{"join"};
  if (LocalCall local{*this, operation, &_interface_tag}) {
    try {
      return local.servant<_operations_type>()->join(a, b, c);
    } catch (...) {
      local.raise();
    }
  }
  std::string result{};
  dimma::call(
      *this, operation,
      [&](Encoder& out) {
        write(out, a);
        write(out, b);
      },
      [&](Decoder& in) {
        read(in, result);
        read(in, b);
        read(in, c);
      });
  return result;
}

CORBA::object_reference<Counter> Counter::pass(CORBA::object_reference<Counter> peer) {
  static constexpr Operation operation{"pass"};
  if (LocalCall local{*this, operation, &_interface_tag}) {
    try {
      return local.servant<_operations_type>()->pass(peer);
    } catch (...) {
      local.raise();
    }
  }
  CORBA::object_reference<Counter> result{};
  dimma::call(
      *this, operation, [&](Encoder& out) { write(out, peer); }, [&](Decoder& in) { read(in, result); });
  return result;
}

void Counter::act(const std::string& what) {
  static constexpr Operation operation{"act", false, raises_bad};
  if (LocalCall local{*this, operation, &_interface_tag}) {
    try {
      return local.servant<_operations_type>()->act(what);
    } catch (...) {
      local.raise();
    }
  }
  dimma::call(
      *this, operation, [&](Encoder& out) { write(out, what); }, dimma::no_values);
}

std::int32_t Counter::call_back(CORBA::object_reference<Counter> peer, std::int32_t depth) {
  static constexpr Operation operation{"call_back"};
  if (LocalCall local{*this, operation, &_interface_tag}) {
    try {
      return local.servant<_operations_type>()->call_back(peer, depth);
    } catch (...) {
      local.raise();
    }
  }
  std::int32_t result{};
  dimma::call(
      *this, operation,
      [&](Encoder& out) {
        write(out, peer);
        write(out, depth);
      },
      [&](Decoder& in) { read(in, result); });
  return result;
}

void Counter::note(const std::string& text) {
  static constexpr Operation operation{"note", true};
  if (LocalCall local{*this, operation, &_interface_tag}) {
    try {
      local.servant<_operations_type>()->note(text);
    } catch (...) {
      local.raise_of_oneway();
    }
    return;
  }
  dimma::call(
      *this, operation, [&](Encoder& out) { write(out, text); }, dimma::no_values);
}

bool Counter::_statically_is_a(std::string_view id) const noexcept {
  return id == _interface_tag.repository_id || Base::_statically_is_a(id);
}

}  // namespace Sample
