#include "idl/emit/contents/contents.hpp"

#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/typecode_kinds.hpp"
#include "idl/preprocess/builtin_idl.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace dimma::idl::cxx {

namespace {

class Collector {
 public:
  explicit Collector(const Specification& specification) : own_files_{specification.main_file} {
    for (const Inclusion& inclusion : specification.inclusions) {
      collect_inclusion(inclusion);
      if (inclusion.is_main_file) in_circle_ = true;
    }
    collect(specification.contents);
    if (in_circle_) part_late_inclusions(specification.main_file);
  }

  Contents take() { return std::move(contents_); }

 private:
  // A file that is included within a definition belongs to the main file; its own inclusions come later in the list.
  void collect_inclusion(const Inclusion& inclusion) {
    if (!part_of_orb_idl(inclusion.written).empty()) contents_.orb_parts.emplace(inclusion.file, inclusion.written);
    if (!inclusion.from_main_file && !own_files_.contains(inclusion.range.begin.file)) return;
    if (inclusion.is_main_file) return;
    if (!inclusion.at_global_scope) {
      own_files_.insert(inclusion.file);
    } else if (written_.insert(inclusion.written).second && included_.insert(inclusion.file).second) {
      contents_.inclusions.push_back(&inclusion);
    }
  }

  // Called if there is a circle of inclusions. An inclusion after all definitions of the IDL file comes after the
  // definitions in C++, too.
  void part_late_inclusions(FileId main_file) {
    std::uint32_t last = 0;
    for (const Declaration* each : contents_.definitions) {
      if (each->file == main_file) last = std::max(last, each->range.begin.line);
    }
    auto& all = contents_.inclusions;
    const auto late = std::stable_partition(all.begin(), all.end(), [&](const Inclusion* each) {
      return each->range.begin.file != main_file || each->range.begin.line < last || last == 0;
    });
    contents_.late_inclusions.assign(late, all.end());
    all.erase(late, all.end());
  }

  void collect(const std::vector<Declaration*>& declarations) {
    for (const Declaration* declaration : declarations) {
      if (declaration->kind == DeclarationKind::Module) {
        collect(as<Module>(*declaration).contents);
      } else if (declaration->from_main_file || own_files_.contains(declaration->file)) {
        contents_.definitions.push_back(declaration);
        collect_types(*declaration);
        collect_forward(*declaration, contents_.defined_elsewhere, is_defined_elsewhere);
      } else {
        collect_forward(*declaration, contents_.declared_elsewhere, [this](const Declaration& target) {
          return target.kind == DeclarationKind::Interface && is_remote(as<Interface>(target)) &&
                 (target.from_main_file || own_files_.contains(target.file));
        });
        if (declaration->kind == DeclarationKind::Interface && as<Interface>(*declaration).reply_handler != nullptr) {
          contents_.asynchronous_files.insert(declaration->file);
        }
        if (in_circle_ && declaration->kind == DeclarationKind::ForwardDeclaration) {
          contents_.declared_in_circle.push_back(&as<ForwardDeclaration>(*declaration));
        }
      }
    }
  }

  // Collects the target of a forward declaration if `wanted` returns true for it and it is not yet in `targets`.
  template <class Wanted>
  void collect_forward(const Declaration& declaration, std::vector<const Declaration*>& targets, Wanted wanted) {
    if (declaration.kind != DeclarationKind::ForwardDeclaration) return;
    const Declaration* const target = as<ForwardDeclaration>(declaration).target;
    if (!wanted(*target) || std::find(targets.begin(), targets.end(), target) != targets.end()) return;
    targets.push_back(target);
  }

  void collect_types(const std::vector<Declaration*>& declarations) {
    for (const Declaration* declaration : declarations) collect_types(*declaration);
  }

  void collect_types(const Declaration& declaration) {
    switch (declaration.kind) {
      case DeclarationKind::Bitmask:
      case DeclarationKind::Bitset:
      case DeclarationKind::Enum:
        break;
      case DeclarationKind::Struct:
        collect_types(as<Struct>(declaration).nested_types);
        break;
      case DeclarationKind::Exception:
        collect_types(as<Exception>(declaration).nested_types);
        break;
      case DeclarationKind::Union:
        collect_types(as<Union>(declaration).nested_types);
        break;
      case DeclarationKind::Interface:
        collect_types(as<Interface>(declaration).contents);
        if (is_remote(as<Interface>(declaration))) contents_.interfaces.push_back(&as<Interface>(declaration));
        break;
      case DeclarationKind::ValueType:
        collect_types(as<ValueType>(declaration).contents);
        contents_.values.push_back(&as<ValueType>(declaration));
        break;
      case DeclarationKind::ValueBox:
        break;
      case DeclarationKind::Typedef:
        if (has_typecode(declaration)) contents_.typecodes.push_back(&declaration);
        return;
      default:
        return;
    }
    contents_.types.push_back(&declaration);
    if (has_typecode(declaration)) contents_.typecodes.push_back(&declaration);
  }

  Contents contents_;
  std::set<FileId> own_files_;
  std::set<std::string> written_;
  std::set<FileId> included_;
  bool in_circle_ = false;
};

}  // namespace

Contents contents_of(const Specification& specification) { return Collector(specification).take(); }

}  // namespace dimma::idl::cxx
