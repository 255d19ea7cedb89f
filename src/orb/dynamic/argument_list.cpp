#include <dimma/dii.hpp>
#include <dimma/minor.hpp>

namespace CORBA {

namespace {

[[noreturn]] void refuse_index(std::uint32_t index, std::size_t size) {
  throw TypeCode::Bounds("item " + std::to_string(index) + " is out of range of a list of " + std::to_string(size));
}

}  // namespace

NamedValue::~NamedValue() = default;
NVList::~NVList() = default;
ExceptionList::~ExceptionList() = default;

object_reference<NamedValue> NVList::item(std::uint32_t index) const {
  if (index >= items_.size()) refuse_index(index, items_.size());
  return items_[index];
}

object_reference<NamedValue> NVList::add_value(const std::string& name, Any value, Flags flags) {
  if (flags != ARG_IN && flags != ARG_OUT && flags != ARG_INOUT) {
    throw BAD_PARAM(dimma::minor::bad_param_argument, COMPLETED_NO,
                    "flags " + std::to_string(flags) + " are not ARG_IN, ARG_OUT or ARG_INOUT");
  }
  return items_.emplace_back(make_reference<NamedValue>(name, std::move(value), flags));
}

void NVList::remove(std::uint32_t index) {
  if (index >= items_.size()) refuse_index(index, items_.size());
  items_.erase(items_.begin() + index);
}

void ExceptionList::add(typecode_reference exception) {
  if (!exception || exception->_without_aliases().kind() != TCKind::tk_except) {
    throw BAD_TYPECODE(dimma::minor::bad_typecode_no_exception, COMPLETED_NO,
                       "the TypeCode is not that of an exception");
  }
  types_.push_back(std::move(exception));
}

typecode_reference ExceptionList::item(std::uint32_t index) const {
  if (index >= types_.size()) refuse_index(index, types_.size());
  return types_[index];
}

void ExceptionList::remove(std::uint32_t index) {
  if (index >= types_.size()) refuse_index(index, types_.size());
  types_.erase(types_.begin() + index);
}

}  // namespace CORBA
