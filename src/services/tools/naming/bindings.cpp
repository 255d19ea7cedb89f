// Implements `dimma naming resolve`, `bind`, `rebind`, `unbind` and `mkdir`. Each makes one call.
#include "services/naming/text/names.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/naming/naming.hpp"
#include "services/tools/naming/session.hpp"
#include "services/tools/naming/words.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <functional>

namespace dimma::tools::naming {

namespace {

struct BindOptions {
  std::string name;
  std::string reference;
  bool is_context = false;
  bool makes_parents = false;
};

// Creates the contexts on the path of the name, unless they exist.
void make_parents(const Session& session, const CosNaming::Name& name) {
  for (std::size_t length = 1; length < name.size(); ++length) {
    const CosNaming::Name parent(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(length));
    session.ask(parent, [&] {
      try {
        session.root()->bind_new_context(parent);
      } catch (const CosNaming::NamingContext::AlreadyBound&) {
        return;
      }
    });
  }
}

// Quotes the text for a shell if necessary.
std::string shell_word(const std::string& text) {
  const auto is_plain = [](char one) {
    return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') ||
           std::string_view("._/:,-+@").find(one) != std::string_view::npos;
  };
  if (std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string quoted = "'";
  for (const char one : text) quoted += one == '\'' ? std::string("'\\''") : std::string(1, one);
  return quoted + '\'';
}

// Calls `bind` for the name. If a context on the path is missing, the error explains how to create it.
void ask_to_bind(const Session& session, const ServiceOptions& service, const CosNaming::Name& name,
                 const std::function<void()>& bind) {
  session.ask(name, [&] {
    try {
      bind();
    } catch (const CosNaming::NamingContext::NotFound& raised) {
      const bool is_context_missing =
          name.size() > 1 && raised.why() == CosNaming::NamingContext::NotFoundReason::missing_node;
      if (!is_context_missing) throw;
      const Failure failure = failure_in_words(name, {});
      const std::string of_service = service.service.empty() ? "" : "--service " + shell_word(service.service) + ' ';
      throw Failure(failure.status(), std::string(failure.what()) + "; 'dimma naming mkdir " + of_service + "-p " +
                                          shell_word(path_text({name.begin(), name.end() - 1})) +
                                          "' makes the contexts that are missing");
    }
  });
}

int bind_or_rebind(Invocation invocation, bool replaces) {
  ServiceOptions service;
  BindOptions options;
  Flags flags(invocation.command, replaces ? "Binds a reference to a name, and replaces an object that the name is "
                                             "bound to. Does not contact the object."
                                           : "Binds a reference to a name that is free. Does not contact the object.");
  service.declare(flags, false);
  flags.toggle("context", options.is_context, "bind it as a context, which names can go through");
  flags.toggle("parents,p", options.makes_parents, "make the contexts that are missing on the way");
  flags.argument("NAME", options.name, "the name");
  flags.argument("REFERENCE", options.reference, "IOR:..., corbaloc:..., corbaname:..., or file:///PATH");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_binding_path(options.name);
  const Session session(invocation.orb, service);
  const ObjectRef object = parse_reference(session, options.reference);
  if (options.makes_parents) make_parents(session, name);
  const Context& root = session.root();
  Context context;
  if (options.is_context) {
    session.ask_given(object, [&] { context = IDL::traits<CosNaming::NamingContext>::narrow(object); });
    if (!context) throw UsageError("the object of the reference is not a naming context; bind it without --context");
  }
  ask_to_bind(session, service, name, [&] {
    if (!options.is_context) return replaces ? root->rebind(name, object) : root->bind(name, object);
    return replaces ? root->rebind_context(name, context) : root->bind_context(name, context);
  });
  return done;
}

}  // namespace

int resolve(Invocation invocation) {
  ServiceOptions service;
  std::string path;
  Flags flags(invocation.command, "Prints the reference that a name is bound to, as IOR:..., or nil.");
  service.declare(flags);
  flags.optional_argument("NAME", path, "the name (the root context)");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_path(path);
  const Session session(invocation.orb, service);
  const std::string reference = session.text_of(session.resolve(name));
  if (service.is_json) {
    print_json(boost::json::object{{"name", path_text(name)}, {"reference", reference}});
  } else {
    print_line(reference);
  }
  return done;
}

int bind(Invocation invocation) { return bind_or_rebind(std::move(invocation), false); }
int rebind(Invocation invocation) { return bind_or_rebind(std::move(invocation), true); }

int unbind(Invocation invocation) {
  ServiceOptions service;
  std::string path;
  Flags flags(invocation.command,
              "Removes a name. A context that it was bound to remains, with its contents; `rm` destroys it too.");
  service.declare(flags, false);
  flags.argument("NAME", path, "the name");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_binding_path(path);
  const Session session(invocation.orb, service);
  session.ask(name, [&] { session.root()->unbind(name); });
  return done;
}

int make_context(Invocation invocation) {
  ServiceOptions service;
  std::string path;
  bool makes_parents = false;
  Flags flags(invocation.command, "Makes a context and binds it to a name.");
  service.declare(flags, false);
  flags.toggle("parents,p", makes_parents, "make missing contexts on the way too, and skip existing ones");
  flags.argument("NAME", path, "the name");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_binding_path(path);
  const Session session(invocation.orb, service);
  if (makes_parents) make_parents(session, name);
  ask_to_bind(session, service, name, [&] {
    try {
      session.root()->bind_new_context(name);
    } catch (const CosNaming::NamingContext::AlreadyBound&) {
      if (!makes_parents) throw;
      session.context(name);  // throws Failure if it is not a context
    }
  });
  return done;
}

}  // namespace dimma::tools::naming
