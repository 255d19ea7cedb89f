#include <dimma/classic/exception.hpp>
#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/text.hpp>
#include <dimma/minor.hpp>

#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/text.hpp"

#include <atomic>
#include <iostream>
#include <new>
#include <ostream>
#include <string>

namespace dimma::classic {

namespace CORBA {

Exception::Exception(const Exception& other) = default;
Exception::~Exception() noexcept = default;

const char* Exception::what() const noexcept { return _rep_id(); }

// One write, so that lines of several threads do not mix.
void Exception::_tao_print_exception(const char* text) const {
  std::cerr << std::string("EXCEPTION, ") + text + '\n' + what() + '\n';
}

UserException* UserException::_downcast(Exception* exception) { return dynamic_cast<UserException*>(exception); }

const UserException* UserException::_downcast(const Exception* exception) {
  return dynamic_cast<const UserException*>(exception);
}

void UserException::_encode(Output&) const { raise<MARSHAL>(minor::marshal_local_exception, COMPLETED_MAYBE, _name()); }

SystemException::SystemException(const SystemException& other)
    : Exception(other), minor_(other.minor_), completed_(other.completed_) {
  _detail(other._detail());
}

SystemException& SystemException::operator=(const SystemException& other) {
  if (this == &other) return *this;
  minor_ = other.minor_;
  completed_ = other.completed_;
  _detail(other._detail());
  return *this;
}

SystemException::~SystemException() noexcept {
  delete[] detail_;
  delete[] text_;
}

void SystemException::_detail(const char* text) {
  delete[] detail_;
  detail_ = text == nullptr || *text == '\0' ? nullptr : detail::duplicate_text(text);
  delete[] text_;
  text_ = nullptr;
}

const char* SystemException::what() const noexcept {
  const std::atomic_ref<char*> shared(text_);
  if (const char* const text = shared.load()) return text;
  try {
    char* const made = detail::duplicate_text(text_of(*this).c_str());
    if (made == nullptr) return _rep_id();
    char* known = nullptr;
    if (shared.compare_exchange_strong(known, made)) return made;
    delete[] made;
    return known;
  } catch (const std::bad_alloc&) {
    return _rep_id();
  }
}

SystemException* SystemException::_downcast(Exception* exception) { return dynamic_cast<SystemException*>(exception); }

const SystemException* SystemException::_downcast(const Exception* exception) {
  return dynamic_cast<const SystemException*>(exception);
}

std::ostream& operator<<(std::ostream& out, const Exception& exception) { return out << exception.what(); }

#define DIMMA_CLASSIC_EXCEPTION_MEMBERS(NAME)       \
  void NAME::_raise() const { throw *this; }        \
  const char* NAME::_name() const { return #NAME; } \
  const char* NAME::_rep_id() const { return "IDL:omg.org/CORBA/" #NAME ":1.0"; }
DIMMA_CLASSIC_SYSTEM_EXCEPTIONS(DIMMA_CLASSIC_EXCEPTION_MEMBERS)
#undef DIMMA_CLASSIC_EXCEPTION_MEMBERS

}  // namespace CORBA

}  // namespace dimma::classic
