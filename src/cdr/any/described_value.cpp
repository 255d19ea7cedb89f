#include "cdr/any/described_value.hpp"

#include "cdr/any/any_transfer.hpp"

#include <deque>
#include <vector>

namespace dimma::cdr {

namespace {

using CORBA::TCKind;
using CORBA::TypeCode;

class DescribedValue final : public CORBA::ValueBase {
 public:
  explicit DescribedValue(const TypeCode& type) : type_(type._reference()) {
    for (const TypeCode* each = &type; each != nullptr; each = truncatable_to(*each)) {
      types_.push_back({.repository_id = each->_description().id});
      if (types_.size() > 1) types_[types_.size() - 2].truncatable_to = &types_.back();
    }
  }
  ~DescribedValue() override = default;

  const ValueType& _type_of_value() const noexcept override { return types_.front(); }
  void _write_state(Encoder& out) const override {
    Decoder in(octets_);
    const ReadingValues table(in, &values_);
    transfer_state(in, out, *type_);
  }
  void _read_state(Decoder& in) override {
    Buffer buffer(256);
    Encoder out(buffer);
    const WritingValues table(out, &values_);
    transfer_state(in, out, *type_);
    octets_.assign(out.octets().begin(), out.octets().end());
  }
  void _forget_state() override {
    octets_.clear();
    values_.clear();
  }

 private:
  static const TypeCode* truncatable_to(const TypeCode& type) {
    const bool truncatable = type.kind() == TCKind::tk_value && type._description().number == CORBA::VM_TRUNCATABLE;
    return truncatable ? type._description().content : nullptr;
  }

  static void transfer_state(Decoder& in, Encoder& out, const TypeCode& type) {
    const auto& description = type._description();
    if (type.kind() == TCKind::tk_value_box) {
      transfer(in, out, *description.content);
      return;
    }
    if (description.content != nullptr) transfer_state(in, out, *description.content);
    for (const auto& member : description.members) transfer(in, out, *member.type);
  }

  const CORBA::typecode_reference type_;
  std::deque<ValueType> types_;  // the type itself, followed by the types that it may be truncated to
  std::vector<std::byte> octets_;
  ValueTable values_;
};

bool tells_state(const TypeCode& type) {
  if (type.kind() == TCKind::tk_value_box) return true;
  for (const TypeCode* each = &type; each != nullptr; each = each->_description().content) {
    const auto modifier = each->_description().number;
    if (modifier != CORBA::VM_NONE && modifier != CORBA::VM_TRUNCATABLE) return false;
  }
  return true;
}

}  // namespace

std::shared_ptr<CORBA::ValueBase> make_described(const TypeCode& type) {
  if (!tells_state(type)) return nullptr;
  return std::make_shared<DescribedValue>(type);
}

bool is_described(const CORBA::ValueBase& value) noexcept {
  return dynamic_cast<const DescribedValue*>(&value) != nullptr;
}

}  // namespace dimma::cdr
