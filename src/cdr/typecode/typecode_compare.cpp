#include "cdr/typecode/typecode_compare.hpp"

#include "cdr/typecode/typecode_graph.hpp"
#include "cdr/typecode/typecode_kinds.hpp"

#include <map>
#include <set>
#include <utility>

namespace dimma::cdr {

namespace {

using CORBA::TCKind;
using CORBA::TypeCode;

// Compares names or ids. A name or id that is missing in a TypeCode is equal to any other.
bool same_if_said(std::string_view left, std::string_view right) {
  return left.empty() || right.empty() || left == right;
}

class Comparison {
 public:
  explicit Comparison(bool loosely) : loosely_(loosely) {}

  bool compare(const TypeCode& first, const TypeCode& second) {
    const TypeCode& left = loosely_ ? first._without_aliases() : first;
    const TypeCode& right = loosely_ ? second._without_aliases() : second;
    if (&left == &right) return true;
    if (left.kind() != right.kind()) return false;
    const auto& one = left._description();
    const auto& other = right._description();
    if (loosely_ && !one.id.empty() && !other.id.empty()) return one.id == other.id;
    if (!same_if_said(one.id, other.id)) return false;
    if (!loosely_ && !same_if_said(one.name, other.name)) return false;
    if (one.length != other.length || one.number != other.number) return false;
    if (one.members.size() != other.members.size() || (one.content == nullptr) != (other.content == nullptr)) {
      return false;
    }
    // A pair that was compared before is equal; otherwise the comparison would have ended.
    if (!met_.insert({&left, &right}).second) return true;
    if (one.content != nullptr && !compare(*one.content, *other.content)) return false;
    for (std::size_t i = 0; i < one.members.size(); ++i) {
      // The label of the default member is meaningless.
      const bool is_default = static_cast<std::int64_t>(i) == one.number && left.kind() == TCKind::tk_union;
      if (!is_default && one.members[i].label != other.members[i].label) return false;
      if (!compare_members(left.kind(), one.members[i], other.members[i])) return false;
    }
    return true;
  }

 private:
  bool compare_members(TCKind kind, const TypeCode::Member& left, const TypeCode::Member& right) {
    if (!loosely_ && !same_if_said(left.name, right.name)) return false;
    if (left.visibility != right.visibility) return false;
    return !has_typed_members(kind) || compare(*left.type, *right.type);
  }

  const bool loosely_;
  std::set<std::pair<const TypeCode*, const TypeCode*>> met_;
};

class Compaction {
 public:
  CORBA::typecode_reference run(const TypeCode& type) { return graph_->reference(*copy(&type)); }

 private:
  const TypeCode* copy(const TypeCode* type) {
    if (type == nullptr) return nullptr;
    if (const auto known = copies_.find(type); known != copies_.end()) return known->second;
    TypeCode& made = graph_->make(type->kind());
    copies_.emplace(type, &made);
    TypeCode::Description description = type->_description();
    description.id = graph_->keep(description.id);
    description.name = {};
    description.content = copy(description.content);
    std::vector<TypeCode::Member> members(description.members.begin(), description.members.end());
    for (auto& member : members) {
      member.name = {};
      member.type = copy(member.type);
    }
    description.members = graph_->keep(std::move(members));
    made._complete(description);
    return &made;
  }

  const std::shared_ptr<TypeCodeGraph> graph_ = std::make_shared<TypeCodeGraph>();
  std::map<const TypeCode*, const TypeCode*> copies_;
};

}  // namespace

bool equal(const TypeCode& left, const TypeCode& right) { return Comparison(false).compare(left, right); }
bool equivalent(const TypeCode& left, const TypeCode& right) { return Comparison(true).compare(left, right); }
CORBA::typecode_reference compact(const TypeCode& type) { return Compaction().run(type); }

}  // namespace dimma::cdr
