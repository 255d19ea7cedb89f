// Implements `dimma naming rm`.
#include "services/naming/check/parallel.hpp"
#include "services/tools/naming/naming.hpp"
#include "services/tools/naming/walk.hpp"

namespace dimma::tools::naming {

namespace {

// Removes a name, and recursively the contents of its context. Contexts of other services, and contexts that are also
// on the path to the name, are only unbound, not emptied.
class Remover {
 public:
  Remover(const Session& session, bool is_recursive) : session_(session), is_recursive_(is_recursive), home_(session) {}

  void remove(const CosNaming::Name& name) {
    find_above(name);
    Context context;
    try {
      const ObjectRef bound = session_.resolve(name);
      session_.ask_bound(name, bound, [&] { context = IDL::traits<CosNaming::NamingContext>::narrow(bound); });
    } catch (const Failure&) {
      // Neither an object that does not answer nor a damaged record is a context of this service.
      return unbind(name);
    }
    if (context && home_.has(context)) return remove_context(name, context, 0);
    unbind(name);
  }

 private:
  static constexpr std::size_t depth_max = 1000;
  static constexpr std::size_t batch_entries = 10'000;
  static constexpr std::size_t concurrency = 32;  // a service can write the changes of several calls to disk together

  static CosNaming::Name within(const CosNaming::Name& context, const CosNaming::NameComponent& component) {
    CosNaming::Name name = context;
    name.push_back(component);
    return name;
  }

  // Collects the contexts on the path of the name.
  void find_above(const CosNaming::Name& name) {
    for (std::size_t length = 1; length < name.size(); ++length) {
      above_.push_back(session_.context({name.begin(), name.begin() + static_cast<std::ptrdiff_t>(length)}));
    }
    first_component_ = {name.front()};
    first_bound_ = session_.resolve(first_component_);
  }

  bool is_above(const Context& context) const {
    if (context->_is_equivalent(session_.root())) return true;
    for (const Context& one : above_) {
      if (context->_is_equivalent(one)) return true;
    }
    return is_like_root(context);
  }

  // The root's own reference may differ from the one that led to it (a corbaloc URL). A context with the same binding
  // as the root therefore counts as the root. This also protects any other context with that binding.
  bool is_like_root(const Context& context) const {
    try {
      const ObjectRef bound = context->resolve(first_component_);
      return bound && bound->_is_equivalent(first_bound_);
    } catch (const CosNaming::NamingContext::NotFound&) {
      return false;
    } catch (const CosNaming::NamingContext::CannotProceed&) {
      return false;
    }
  }

  void unbind(const CosNaming::Name& name) {
    session_.ask(name, [&] {
      try {
        session_.root()->unbind(name);
      } catch (const CosNaming::NamingContext::NotFound& gone) {
        if (gone.rest_of_name().size() > 1) throw;
        // Another client has removed the binding meanwhile.
      }
    });
  }

  void remove_context(const CosNaming::Name& name, const Context& context, std::size_t depth) {
    bool leads_up = false;
    session_.ask_bound(name, context, [&] { leads_up = is_above(context); });
    if (leads_up) return unbind(name);
    if (is_recursive_) {
      if (depth == depth_max) {
        throw Failure(refused, '"' + path_text(name) + "\": more than " + std::to_string(depth_max) + " contexts deep");
      }
      above_.push_back(context);
      empty(name, context, depth);
      above_.pop_back();
    }
    session_.ask_bound(name, context, [&] { context->destroy(); });
    unbind(name);
  }

  // Removes the listed entries and lists again, until there are no more.
  void empty(const CosNaming::Name& name, const Context& context, std::size_t depth) {
    while (true) {
      const std::vector<Entry> entries = some_entries(name, context);
      if (entries.empty()) return;
      dimma::naming::run_in_parallel(entries.size(), concurrency, [&](std::size_t index) {
        if (!entries[index].is_context) unbind(within(name, entries[index].component));
      });
      for (const Entry& entry : entries) {
        if (entry.is_context) remove_below(within(name, entry.component), context, entry.component, depth);
      }
    }
  }

  std::vector<Entry> some_entries(const CosNaming::Name& name, const Context& context) {
    std::vector<Entry> entries;
    Listing listing(session_, context, name, false);
    while (entries.size() < batch_entries) {
      auto entry = listing.next();
      if (!entry) break;
      entries.push_back(std::move(*entry));
    }
    return entries;
  }

  void remove_below(const CosNaming::Name& name, const Context& parent, const CosNaming::NameComponent& component,
                    std::size_t depth) {
    Context context;
    session_.ask(name, [&] {
      try {
        // No type check is needed: contexts of this service are known to be contexts, and others are not entered.
        context = dimma::narrow_unchecked<CosNaming::NamingContext>(parent->resolve({component}));
      } catch (const CosNaming::NamingContext::NotFound&) {
        return;
      }
    });
    if (context && home_.has(context)) return remove_context(name, context, depth + 1);
    unbind(name);
  }

  const Session& session_;
  const bool is_recursive_;
  Home home_;
  std::vector<Context> above_;
  CosNaming::Name first_component_;
  ObjectRef first_bound_;
};

}  // namespace

int remove(Invocation invocation) {
  ServiceOptions service;
  std::string path;
  bool is_recursive = false;
  Flags flags(
      invocation.command,
      "Removes a name and, if it is bound to a context, destroys the context, which must be empty. With "
      "--recursive\nits contents are removed first. Contexts of other services are only unbound, and so are contexts "
      "that lead\nback up; a context that has another name elsewhere is emptied and destroyed nevertheless.");
  service.declare(flags, false);
  flags.toggle("recursive", is_recursive, "remove the contents of the context too");
  flags.argument("NAME", path, "the name");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_binding_path(path);
  const Session session(invocation.orb, service);
  Remover(session, is_recursive).remove(name);
  return done;
}

}  // namespace dimma::tools::naming
