#include "idl/emit/contents/stack_use.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

#include "idl/emit/types/basic_types.hpp"
#include "idl/emit/types/member_storage.hpp"

namespace dimma::idl::cxx {

namespace {

// Computes how many octets a value takes on the stack. This includes the elements of an array, but not those of a
// sequence, which are on the heap. Sizes are those of 64-bit systems, without padding for alignment. They are doubles
// because the product of the dimensions of an array may overflow an integer.
class Sizes {
 public:
  double of(const Type& type) {
    const Type& resolved = resolve_aliases(type);
    switch (resolved.kind) {
      case TypeKind::Basic:
        return facts_of(as<BasicType>(resolved).basic).octets;
      case TypeKind::Array: {
        double size = of(*as<ArrayType>(resolved).element);
        for (const std::uint64_t dimension : as<ArrayType>(resolved).dimensions) size *= static_cast<double>(dimension);
        return size;
      }
      case TypeKind::Named:
        return of(*as<NamedType>(resolved).declaration);
      default:
        return small;  // a string, sequence, map or fixed
    }
  }

 private:
  static constexpr double small = 32;

  template <class Annotated>
  double of_member(const Annotated& member) {
    return is_external(member) ? small : of(*member.type);
  }

  double of(const Declaration& declaration) {
    if (declaration.kind != DeclarationKind::Struct && declaration.kind != DeclarationKind::Union) return 8;
    if (const auto known = sizes_.find(&declaration); known != sizes_.end()) return known->second;
    double size = 0;
    if (declaration.kind == DeclarationKind::Union) {
      for (const UnionBranch* branch : as<Union>(declaration).branches) size = std::max(size, of_member(*branch));
    } else {
      if (const Struct* base = as<Struct>(declaration).base) size = of(*base);
      for (const Member* member : as<Struct>(declaration).members) size += of_member(*member);
    }
    return sizes_[&declaration] = size;
  }

  std::map<const Declaration*, double> sizes_;
};

std::string in_octets(double size) {
  char text[32];
  const double mebi = 1 << 20;
  std::snprintf(text, sizeof text, "%.*f MiB", size < 10 * mebi ? 1 : 0, size / mebi);
  return text;
}

class StackUseReporter {
 public:
  explicit StackUseReporter(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void report(const Operation& operation) {
    begin(*operation.result, operation.range);
    for (const Parameter* parameter : operation.parameters) add(*parameter->type, parameter->range);
    end("operation '" + operation.full_name() + "'");
  }

  void report(const Attribute& attribute) {
    begin(*attribute.type, attribute.range);
    end("attribute '" + attribute.full_name() + "'");
  }

 private:
  void begin(const Type& type, SourceRange range) {
    all_ = largest_ = 0;
    add(type, range);
  }

  void add(const Type& type, SourceRange range) {
    const double size = sizes_.of(type);
    all_ += size;
    if (size > largest_) {
      largest_ = size;
      where_ = range;
    }
  }

  void end(const std::string& user) {
    if (all_ <= stack_use_max) return;
    diagnostics_.warning(where_, "the values of " + user + " take " + in_octets(all_) +
                                     " of the stack of the serving thread, which usually has 8 MiB; use a sequence, "
                                     "whose elements are not on the stack");
  }

  Diagnostics& diagnostics_;
  Sizes sizes_;
  double all_ = 0;
  double largest_ = 0;
  SourceRange where_;
};

}  // namespace

void warn_of_stack_use(const Contents& contents, Diagnostics& diagnostics) {
  StackUseReporter reporter(diagnostics);
  for (const Interface* interface : contents.interfaces) {
    for (const Declaration* each : interface->contents) {
      if (each->kind == DeclarationKind::Operation) reporter.report(as<Operation>(*each));
      if (each->kind == DeclarationKind::Attribute) reporter.report(as<Attribute>(*each));
    }
  }
}

}  // namespace dimma::idl::cxx
