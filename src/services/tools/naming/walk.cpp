#include "services/tools/naming/walk.hpp"

#include "services/naming/check/addresses.hpp"

#include <algorithm>
#include <utility>

namespace dimma::tools::naming {

namespace {

CosNaming::Name behind(const CosNaming::Name& path, const CosNaming::NameComponent& component) {
  CosNaming::Name name = path;
  name.push_back(component);
  return name;
}

// Throws Failure for an entry that is listed as a context but is not one; it is then reported like an unreachable
// context.
Context context_of(const ObjectRef& bound) {
  auto context = IDL::traits<CosNaming::NamingContext>::narrow(bound);
  if (!context) throw Failure(refused, "it is bound as a context, but is not one");
  return context;
}

class Walk {
 public:
  Walk(const Session& session, const WalkOptions& options, Visitor& visitor)
      : session_(session), options_(options), visitor_(visitor) {}

  void begin(const Context& start, const CosNaming::Name& path) {
    met_.meet(start, path);
    if (path.empty()) met_.meet(session_.given_root(), path);
    look_at(start, path, 0);
  }

 private:
  struct Below {
    CosNaming::Name path;
    ObjectRef bound;  // nil if the listing does not include it
  };

  void look_at(const Context& context, const CosNaming::Name& path, std::size_t depth) {
    std::vector<Below> below;
    {
      Listing listing(session_, context, path, options_.wants_references);
      while (const auto entry = listing.next()) {
        CosNaming::Name name = behind(path, entry->component);
        const ObjectRef bound = entry->details ? entry->details->bound() : ObjectRef();
        if (entry->is_context) {
          below.push_back({std::move(name), bound});
        } else {
          object(context, name, bound, entry->details.has_value());
        }
      }
    }
    for (const Below& one : below) enter(context, one, depth + 1);
  }

  void object(const Context& context, const CosNaming::Name& name, const ObjectRef& bound, bool is_known) {
    if (is_known || !options_.wants_references) return visitor_.object(name, bound);
    ObjectRef found;
    try {
      session_.ask_bound({name.begin(), name.end() - 1}, context, [&] { found = context->resolve({name.back()}); });
    } catch (const Failure& failure) {
      return visitor_.failed(name, false, failure);
    }
    visitor_.object(name, found);
  }

  void enter(const Context& parent, const Below& one, std::size_t depth) {
    Context context;
    try {
      ObjectRef bound = one.bound;
      if (!bound) {
        session_.ask_bound({one.path.begin(), one.path.end() - 1}, parent,
                           [&] { bound = parent->resolve({one.path.back()}); });
      }
      session_.ask_bound(one.path, bound, [&] { context = context_of(bound); });
    } catch (const Failure& failure) {
      return visitor_.failed(one.path, true, failure);
    }
    if (const auto first = met_.meet(context, one.path)) return visitor_.context_again(one.path, *first);
    if (!visitor_.context(one.path, context)) return;
    if (depth >= options_.depth_max) {
      return visitor_.failed(one.path, true,
                             {refused, "nested more than " + std::to_string(depth) + " contexts deep (--depth)"});
    }
    try {
      look_at(context, one.path, depth);
    } catch (const Failure& failure) {
      visitor_.failed(one.path, true, failure);
    }
  }

  const Session& session_;
  const WalkOptions& options_;
  Visitor& visitor_;
  Met met_;
};

}  // namespace

std::optional<CosNaming::Name> Met::meet(const Context& context, const CosNaming::Name& path) {
  auto& same_hash = by_hash_[context->_hash(0x7FFFFFFF)];
  for (const auto& [other, first] : same_hash) {
    if (context->_is_equivalent(other)) return first;
  }
  same_hash.emplace_back(context, path);
  return {};
}

Home::Home(const Session& session) : session_(session) { add(session_.root()); }

void Home::add(const Context& context) {
  for (auto& address : dimma::naming::addresses_of(session_.text_of(context))) {
    if (!address.single.empty()) addresses_.insert(std::move(address.text));
  }
}

bool Home::shares_address(const Context& context) const {
  const auto addresses = dimma::naming::addresses_of(session_.text_of(context));
  return std::any_of(addresses.begin(), addresses.end(),
                     [this](const auto& address) { return addresses_.count(address.text) != 0; });
}

bool Home::has(const Context& context) {
  if (shares_address(context)) return true;
  if (std::exchange(has_asked_, true)) return false;
  session_.ask({}, [this] {
    const Context made = session_.root()->new_context();
    add(made);
    made->destroy();
  });
  return shares_address(context);
}

void walk(const Session& session, const Context& start, const CosNaming::Name& path, const WalkOptions& options,
          Visitor& visitor) {
  Walk(session, options, visitor).begin(start, path);
}

}  // namespace dimma::tools::naming
