// TypeCodes created at run time. Their nodes may refer to each other in cycles, so all nodes of a graph share one
// lifetime.
#pragma once

#include <dimma/typecode.hpp>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace dimma {

class TypeCodeGraph : public std::enable_shared_from_this<TypeCodeGraph> {
 public:
  // Makes a node that is completed later, so that other nodes can already refer to it.
  CORBA::TypeCode& make(CORBA::TCKind kind) { return nodes_.emplace_back(kind, CORBA::TypeCode::Description{}, this); }
  std::string_view keep(std::string_view text) { return strings_.emplace_back(text); }
  std::span<const CORBA::TypeCode::Member> keep(std::vector<CORBA::TypeCode::Member> members) {
    return members_.emplace_back(std::move(members));
  }
  // Keeps alive a TypeCode of another graph to which a node of this graph refers.
  const CORBA::TypeCode* keep(const CORBA::typecode_reference& other) {
    others_.push_back(other);
    return &*other;
  }
  CORBA::typecode_reference reference(const CORBA::TypeCode& node) const {
    return CORBA::typecode_reference(std::shared_ptr<const CORBA::TypeCode>(shared_from_this(), &node));
  }

 private:
  std::deque<CORBA::TypeCode> nodes_;
  std::deque<std::string> strings_;
  std::deque<std::vector<CORBA::TypeCode::Member>> members_;
  std::vector<CORBA::typecode_reference> others_;
};

}  // namespace dimma
