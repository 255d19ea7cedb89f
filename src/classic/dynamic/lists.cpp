// The lists of the dynamic interfaces, and their elements.

#include <dimma/classic/dynamic/lists.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/dynamic/refusals.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <atomic>
#include <memory>

namespace dimma::classic {

PseudoObject::~PseudoObject() = default;

void PseudoObject::_add_ref() { std::atomic_ref(count_).fetch_add(1, std::memory_order_relaxed); }

void PseudoObject::_remove_ref() {
  if (std::atomic_ref(count_).fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

namespace CORBA {

namespace {

template <class Sequence>
void require_index(const Sequence& items, ULong index) {
  if (index >= items.length()) throw Bounds();
}

template <class Sequence, class Item>
void append(Sequence& items, Item* item) {
  const ULong at = items.length();
  items.length(at + 1);
  items[at] = item;
}

template <class Sequence>
void erase(Sequence& items, ULong index) {
  require_index(items, index);
  const ULong last = items.length() - 1;
  for (ULong i = index; i != last; ++i) items[i] = items[i + 1]._retn();
  items.length(last);
}

}  // namespace

NamedValue::NamedValue(const char* name, const Any& value, Flags flags)
    : name_(string_dup(name == nullptr ? "" : name)), value_(value), flags_(flags) {}
NamedValue::~NamedValue() = default;

NVList::NVList() = default;
NVList::~NVList() = default;

NamedValue_ptr NVList::add(Flags flags) { return add_value(nullptr, Any(), flags); }
NamedValue_ptr NVList::add_item(const char* name, Flags flags) { return add_value(name, Any(), flags); }

NamedValue_ptr NVList::add_value(const char* name, const Any& value, Flags flags) {
  NamedValue_var item = new NamedValue(name, value, flags);
  append(items_, item._retn());
  return items_[count() - 1].in();
}

NamedValue_ptr NVList::add_item_consume(char* name, Flags flags) {
  const String_var owner(name);
  return add_value(name, Any(), flags);
}

NamedValue_ptr NVList::add_value_consume(char* name, Any* value, Flags flags) {
  const String_var owner(name);
  const std::unique_ptr<Any> value_owner(value);
  if (value == nullptr) refuse_argument("a null pointer cannot be added to an NVList");
  return add_value(name, *value, flags);
}

NamedValue_ptr NVList::item(ULong index) {
  require_index(items_, index);
  return items_[index].in();
}

void NVList::remove(ULong index) { erase(items_, index); }

ExceptionList::ExceptionList() = default;
ExceptionList::~ExceptionList() = default;

void ExceptionList::add(TypeCode_ptr exception) { add_consume(TypeCode::_duplicate(exception)); }

void ExceptionList::add_consume(TypeCode_ptr exception) {
  TypeCode_var owner(exception);
  if (exception == nullptr ||
      TypeCodeAccess::modern(*exception)._without_aliases().kind() != ::CORBA::TCKind::tk_except) {
    raise<BAD_TYPECODE>(minor::bad_typecode_no_exception, COMPLETED_NO, "the TypeCode is not that of an exception");
  }
  append(types_, owner._retn());
}

TypeCode_ptr ExceptionList::item(ULong index) {
  require_index(types_, index);
  return types_[index].in();
}

void ExceptionList::remove(ULong index) { erase(types_, index); }

ContextList::ContextList() = default;
ContextList::~ContextList() = default;

void ContextList::add(const char* name) { add_consume(name == nullptr ? nullptr : string_dup(name)); }

void ContextList::add_consume(char* name) {
  if (name == nullptr) refuse_argument("a null pointer cannot be added to a ContextList");
  append(names_, name);
}

const char* ContextList::item(ULong index) {
  require_index(names_, index);
  return names_[index].in();
}

void ContextList::remove(ULong index) { erase(names_, index); }

}  // namespace CORBA

}  // namespace dimma::classic
