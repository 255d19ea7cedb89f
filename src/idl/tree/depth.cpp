#include "idl/tree/depth.hpp"

#include <algorithm>

namespace dimma::idl {

namespace {

unsigned depth_of(const Type* type) {
  if (type == nullptr) return 0;
  switch (type->kind) {
    case TypeKind::Sequence:
      return 1 + depth_of(static_cast<const SequenceType&>(*type).element);
    case TypeKind::Array:
      return 1 + depth_of(static_cast<const ArrayType&>(*type).element);
    case TypeKind::Map: {
      const auto& map = static_cast<const MapType&>(*type);
      return 1 + std::max(depth_of(map.key), depth_of(map.value));
    }
    case TypeKind::Named: {
      const Declaration* named = static_cast<const NamedType&>(*type).declaration;
      return named == nullptr ? 0 : named->type_depth;
    }
    default:
      return 0;
  }
}

template <class Parts, class Depth>
unsigned deepest(const Parts& parts, Depth depth) {
  unsigned most = 0;
  for (const auto* part : parts) most = std::max(most, depth(*part));
  return most;
}

const auto own_depth = [](const Declaration& declaration) { return declaration.type_depth; };
const auto depth_of_part = [](const auto& part) { return depth_of(part.type); };

unsigned depth_of_parts(const ValueType& value) {
  const unsigned state = deepest(value.contents, [](const Declaration& part) {
    return part.kind == DeclarationKind::Member ? depth_of(as<Member>(part).type) : 0;
  });
  return std::max({state, deepest(value.bases, own_depth), deepest(value.supports, own_depth)});
}

}  // namespace

unsigned type_depth(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Struct: {
      const auto& node = as<Struct>(declaration);
      return 1 + std::max(deepest(node.members, depth_of_part), node.base == nullptr ? 0 : node.base->type_depth);
    }
    case DeclarationKind::Exception:
      return 1 + deepest(as<Exception>(declaration).members, depth_of_part);
    case DeclarationKind::Union:
      return 1 + deepest(as<Union>(declaration).branches, depth_of_part);
    case DeclarationKind::Typedef:
      return 1 + depth_of(as<Typedef>(declaration).type);
    case DeclarationKind::ValueBox:
      return 1 + depth_of(as<ValueBox>(declaration).boxed);
    case DeclarationKind::ValueType:
      return 1 + depth_of_parts(as<ValueType>(declaration));
    case DeclarationKind::Interface:
      return 1 + deepest(as<Interface>(declaration).bases, own_depth);
    default:
      return 0;
  }
}

}  // namespace dimma::idl
