// Implements `dimma naming list` and `dimma naming tree`.
#include "services/naming/text/names.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/naming/naming.hpp"
#include "services/tools/naming/walk.hpp"

#include <boost/json.hpp>

namespace dimma::tools::naming {

namespace {

struct LongList {
  bool is_wanted = false;

  // Returns the columns of a line: name, lease and health (of dimma's services only), interface.
  std::string line(const Session& session, const Context& context, const CosNaming::Name& path,
                   const Entry& entry) const {
    std::string text = entry_text(entry);
    if (!is_wanted) return text;
    if (entry.details) {
      const auto lease = entry.details->lease_milliseconds();
      text += lease == 0 ? "\tno lease" : "\tlease of " + std::to_string(lease) + " ms";
      text += '\t' + health_text(*entry.details);
    }
    return text + '\t' + interface_of(session, context, path, entry);
  }

  static ObjectRef reference_of(const Session& session, const Context& context, const CosNaming::Name& path,
                                const Entry& entry) {
    if (entry.details) return entry.details->bound();
    CosNaming::Name name = path;
    name.push_back(entry.component);
    ObjectRef bound;
    session.ask_bound(path, context, [&] { bound = context->resolve({entry.component}); });
    return bound;
  }

  static std::string interface_of(const Session& session, const Context& context, const CosNaming::Name& path,
                                  const Entry& entry) {
    try {
      const ObjectRef bound = reference_of(session, context, path, entry);
      return bound ? dimma::naming::printable(bound->_repository_id()) : "nil";
    } catch (const CORBA::Exception&) {
      return "interface unknown: the object does not answer";
    } catch (const Failure& failure) {
      return failure.what();
    }
  }
};

class TreePrinter : public Visitor {
 public:
  TreePrinter(bool is_json, std::size_t start_depth) : is_json_(is_json), start_depth_(start_depth) {
    if (is_json_) array_.emplace();
  }

  void object(const CosNaming::Name& path, const ObjectRef&) override { print(path, false, {}, {}); }
  bool context(const CosNaming::Name& path, const Context&) override {
    print(path, true, {}, {});
    return true;
  }
  void context_again(const CosNaming::Name& path, const CosNaming::Name& first_met) override {
    print(path, true, "same_as", path_text(first_met));
  }
  void failed(const CosNaming::Name& path, bool is_context, const Failure& failure) override {
    has_failed_ = true;
    print(path, is_context, "failure", failure.what());
  }

  int end() {
    if (array_) array_->end();
    return has_failed_ ? refused : done;
  }

 private:
  // Prints a line. If a context cannot be listed after it has been printed, the failure gets a line of its own.
  void print(const CosNaming::Name& path, bool is_context, const char* key, const std::string& words) {
    if (array_) {
      boost::json::object entry{{"name", path_text(path)}, {"type", is_context ? "context" : "object"}};
      if (key != nullptr) entry[key] = words;
      return array_->add(entry);
    }
    std::string line(2 * (path.size() - start_depth_ - 1), ' ');
    line += path_text({path.back()}) + (is_context ? "/" : "");
    if (key != nullptr) line += std::string(key) == "same_as" ? " -> " + words : ": " + words;
    print_line(line);
  }

  bool is_json_;
  std::size_t start_depth_;
  std::optional<JsonArray> array_;
  bool has_failed_ = false;
};

}  // namespace

int list(Invocation invocation) {
  ServiceOptions service;
  LongList long_list;
  std::string path;
  Flags flags(invocation.command,
              "Lists the names in a context, in the order of the service; those of contexts end with '/'. With --long "
              "also\nthe interface of each and, of services of dimma, its lease and the result of the last check.");
  service.declare(flags);
  flags.toggle("long", long_list.is_wanted, "more about each name");
  flags.optional_argument("NAME", path, "the context (the root)");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_path(path);
  const Session session(invocation.orb, service);
  const Context context = session.context(name);
  Listing listing(session, context, name, long_list.is_wanted);
  std::optional<JsonArray> array;
  if (service.is_json) array.emplace();
  while (const auto entry = listing.next()) {
    if (array) {
      auto object = entry_json(*entry);
      if (long_list.is_wanted) {
        try {
          object["reference"] = session.text_of(LongList::reference_of(session, context, name, *entry));
        } catch (const Failure& failure) {
          object["failure"] = failure.what();
        }
      }
      array->add(object);
    } else {
      print_line(long_list.line(session, context, name, *entry));
    }
  }
  if (array) array->end();
  return done;
}

int tree(Invocation invocation) {
  ServiceOptions service;
  WalkOptions options;
  std::string path;
  Flags flags(invocation.command,
              "Shows the bindings of a context and of those below it: first the objects of each context, then its "
              "contexts.\nA context that was shown above is named and not shown again. The exit status is 1 if a "
              "context could not be\nlisted.");
  service.declare(flags);
  flags.count("depth", options.depth_max, "maximum depth of nested contexts", 1, 1000);
  flags.optional_argument("NAME", path, "the context (the root)");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_path(path);
  const Session session(invocation.orb, service);
  const Context start = session.context(name);
  TreePrinter printer(service.is_json, name.size());
  walk(session, start, name, options, printer);
  return printer.end();
}

}  // namespace dimma::tools::naming
