// Implements `dimma naming export`.
#include "services/tools/naming/export.hpp"

#include "services/tools/common/output.hpp"
#include "services/tools/naming/naming.hpp"
#include "services/tools/naming/walk.hpp"

#include <boost/json.hpp>

namespace dimma::tools::naming {

namespace {

class Exporter : public Visitor {
 public:
  Exporter(const Session& session, std::size_t start_depth)
      : session_(session), start_depth_(start_depth), home_(session) {
    print_json(boost::json::object{{"format", export_format}, {"version", export_version}});
  }

  void object(const CosNaming::Name& path, const ObjectRef& bound) override {
    if (!bound) return failed(path, false, {refused, "it is bound to nil, or to a reference that cannot be read"});
    write({{"name", text(path)}, {"type", "object"}, {"reference", session_.text_of(bound)}});
  }
  bool context(const CosNaming::Name& path, const Context& bound) override {
    if (!home_.has(bound)) {
      write({{"name", text(path)}, {"type", "context"}, {"reference", session_.text_of(bound)}});
      return false;
    }
    write({{"name", text(path)}, {"type", "context"}});
    return true;
  }
  void context_again(const CosNaming::Name& path, const CosNaming::Name& first_met) override {
    write({{"name", text(path)}, {"type", "context"}, {"same_as", text(first_met)}});
  }
  void failed(const CosNaming::Name& path, bool, const Failure& failure) override {
    ++failures_;
    say(programs::Style::error, "not exported: \"" + path_text(path) + "\": " + failure.what());
  }

  int end() {
    print_json(boost::json::object{{"end", written_}});
    return failures_ == 0 ? done : refused;
  }

 private:
  std::string text(const CosNaming::Name& path) const {
    return path_text({path.begin() + static_cast<std::ptrdiff_t>(start_depth_), path.end()});
  }
  void write(const boost::json::object& line) {
    print_json(line);
    ++written_;
  }

  const Session& session_;
  const std::size_t start_depth_;
  Home home_;
  std::size_t written_ = 0;
  std::size_t failures_ = 0;
};

}  // namespace

int export_tree(Invocation invocation) {
  ServiceOptions service;
  WalkOptions options;
  options.wants_references = true;
  std::string path;
  Flags flags(invocation.command,
              "Writes all bindings of a context and below it to standard output, a line of JSON each, for import. "
              "Contexts\nof other services are written as references, without their contents. Leases are not written. "
              "The exit status\nis 1 if something could not be read; it is named on standard error.");
  service.declare(flags, false);
  flags.count("depth", options.depth_max, "maximum depth of nested contexts", 1, 1000);
  flags.optional_argument("NAME", path, "the context (the root)");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_path(path);
  const Session session(invocation.orb, service);
  const Context start = session.context(name);
  Exporter exporter(session, name.size());
  walk(session, start, name, options, exporter);
  return exporter.end();
}

}  // namespace dimma::tools::naming
