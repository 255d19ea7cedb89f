// Implements `dimma naming import`.
#include "services/locks/locks.hpp"
#include "services/naming/check/parallel.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/naming/export.hpp"
#include "services/tools/naming/naming.hpp"
#include "services/tools/naming/session.hpp"

#include <boost/json.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>

namespace dimma::tools::naming {

namespace {

struct Line {
  CosNaming::Name name;
  bool is_context = false;
  std::optional<std::string> reference;
  std::optional<CosNaming::Name> same_as;
};

// Reads the whole file before anything is bound, so that an invalid file changes nothing.
class ExportReader {
 public:
  ExportReader(std::istream& in, std::string source) : in_(in), source_(std::move(source)) {}

  std::vector<Line> read() {
    const boost::json::object head = next("the first line of an export");
    if (text_of(head, "format") != export_format) refuse("not an export of dimma naming");
    const auto* version = head.if_contains("version");
    if (version == nullptr || *version != export_version) refuse("an export of an unsupported version");
    std::vector<Line> lines;
    while (true) {
      const boost::json::object object = next("the last line, {\"end\":N}: the file is truncated");
      if (const auto* end = object.if_contains("end")) {
        if (*end != lines.size()) refuse("the number of lines differs from that in the last line");
        return lines;
      }
      lines.push_back(line_of(object));
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Failure(refused, source_ + ", line " + std::to_string(number_) + ": " + what);
  }

  boost::json::object next(const char* expected) {
    std::string line;
    ++number_;
    if (!std::getline(in_, line)) refuse(std::string("expected ") + expected);
    boost::system::error_code error;
    boost::json::value value = boost::json::parse(line, error);
    if (error) refuse("not JSON: " + error.message());
    if (!value.is_object()) refuse("expected a JSON object");
    return std::move(value.as_object());
  }

  std::optional<std::string> optional_text(const boost::json::object& object, const char* key) const {
    const auto* value = object.if_contains(key);
    if (value == nullptr) return {};
    if (!value->is_string()) refuse(std::string("\"") + key + "\" is not a string");
    return std::string(value->as_string());
  }
  std::string text_of(const boost::json::object& object, const char* key) const {
    auto text = optional_text(object, key);
    if (!text) refuse(std::string("\"") + key + "\" is missing");
    return std::move(*text);
  }

  CosNaming::Name name_of(const std::string& text) const {
    try {
      return parse_path(text);
    } catch (const UsageError& wrong) {
      refuse(wrong.what());
    }
  }

  Line line_of(const boost::json::object& object) const {
    Line line;
    line.name = name_of(text_of(object, "name"));
    if (line.name.empty()) refuse("\"name\" is empty");
    const std::string type = text_of(object, "type");
    if (type != "context" && type != "object") refuse("\"type\" is neither \"context\" nor \"object\"");
    line.is_context = type == "context";
    line.reference = optional_text(object, "reference");
    if (const auto same_as = optional_text(object, "same_as")) line.same_as = name_of(*same_as);
    if (!line.is_context && !line.reference) refuse("an object without \"reference\"");
    if (line.reference && *line.reference != "nil" && !line.reference->starts_with("IOR:")) {
      refuse("\"reference\" is neither \"IOR:...\" nor \"nil\"");
    }
    return line;
  }

  std::istream& in_;
  const std::string source_;
  std::size_t number_ = 0;
};

struct Counts {
  std::size_t bound = 0;
  std::size_t replaced = 0;
  std::size_t unchanged = 0;
  std::size_t conflicts = 0;
};

class Importer {
 public:
  Importer(const Session& session, CosNaming::Name start, bool replaces)
      : session_(session), start_(std::move(start)), replaces_(replaces) {}

  // Imports contexts in order, since one may be within another, and then objects in parallel.
  void take_all(const std::vector<Line>& lines, std::size_t concurrency) {
    std::vector<const Line*> objects;
    for (const Line& line : lines) {
      if (line.is_context) {
        take(line);
      } else {
        objects.push_back(&line);
      }
    }
    dimma::naming::run_in_parallel(objects.size(), concurrency, [&](std::size_t index) { take(*objects[index]); });
  }

  Counts counts() {
    const locks::Lock lock(mutex_);
    return counts_;
  }

 private:
  // If the binding cannot be made, reports this on standard error and continues. An unreachable service ends the
  // import.
  void take(const Line& line) {
    const CosNaming::Name name = within_start(line.name);
    try {
      session_.ask(name, [&] { bind(line, name); });
    } catch (const Failure& failure) {
      if (failure.status() == unreachable) throw;
      conflict(failure.what());
    }
  }

  CosNaming::Name within_start(const CosNaming::Name& name) const {
    CosNaming::Name whole = start_;
    whole.insert(whole.end(), name.begin(), name.end());
    return whole;
  }

  void count(std::size_t Counts::*which) DIMMA_EXCLUDES(mutex_) {
    const locks::Lock lock(mutex_);
    ++(counts_.*which);
  }

  void conflict(const std::string& why) {
    const locks::Lock lock(mutex_);
    ++counts_.conflicts;
    say(programs::Style::error, "not imported: " + why);
  }

  ObjectRef reference_of(const Line& line) const {
    return *line.reference == "nil" ? ObjectRef() : session_.orb()->string_to_object(*line.reference);
  }

  void bind(const Line& line, const CosNaming::Name& name) {
    const Context& root = session_.root();
    if (!line.is_context) {
      const ObjectRef object = reference_of(line);
      return bind_or_compare(
          name, object, [&] { root->bind(name, object); }, [&] { root->rebind(name, object); });
    }
    if (!line.reference && !line.same_as) return make_context(name);
    const ObjectRef object = line.same_as ? session_.context(within_start(*line.same_as)) : reference_of(line);
    // The context is not called, so that a context of a service that is temporarily unavailable can be bound.
    const auto context = dimma::narrow_unchecked<CosNaming::NamingContext>(object);
    bind_or_compare(
        name, object, [&] { root->bind_context(name, context); }, [&] { root->rebind_context(name, context); });
  }

  void make_context(const CosNaming::Name& name) {
    try {
      session_.root()->bind_new_context(name);
      count(&Counts::bound);
    } catch (const CosNaming::NamingContext::AlreadyBound&) {
      session_.context(name);  // throws Failure if it is not a context
      count(&Counts::unchanged);
    }
  }

  void bind_or_compare(const CosNaming::Name& name, const ObjectRef& object, const std::function<void()>& bind,
                       const std::function<void()>& rebind) {
    try {
      bind();
      count(&Counts::bound);
      return;
    } catch (const CosNaming::NamingContext::AlreadyBound&) {
      // Not an error if the name is bound to the same object.
    }
    const ObjectRef present = session_.resolve(name);
    if (session_.text_of(present) == session_.text_of(object) ||
        (present && object && present->_is_equivalent(object))) {
      count(&Counts::unchanged);
    } else if (replaces_) {
      rebind();
      count(&Counts::replaced);
    } else {
      conflict('"' + path_text(name) + "\" is bound to something else (--replace replaces it)");
    }
  }

  const Session& session_;
  const CosNaming::Name start_;
  const bool replaces_;
  locks::Mutex mutex_;
  Counts counts_ DIMMA_GUARDED_BY(mutex_);
};

std::vector<Line> read_export(const std::string& path) {
  if (path == "-") return ExportReader(std::cin, "standard input").read();
  std::ifstream file(path);
  if (!file) throw Failure(refused, path + ": " + std::strerror(errno));
  return ExportReader(file, path).read();
}

}  // namespace

int import_tree(Invocation invocation) {
  ServiceOptions service;
  std::string file;
  std::string path;
  bool replaces = false;
  std::size_t concurrency = 32;
  Flags flags(invocation.command,
              "Binds the names of an export, in the root context or another one. Existing equal bindings stay, so that "
              "an\nimport can be repeated; a name that is bound to something else is reported on standard error and "
              "stays, or is\nreplaced with --replace. The whole file is read before anything is bound. The exit status "
              "is 1 if something\nwas not bound.");
  service.declare(flags);
  flags.toggle("replace", replaces, "replace objects and contexts of other services that are bound to something else");
  flags.count("concurrency", concurrency, "number of objects to bind at once", 1, 1000);
  flags.argument("FILE", file, "a file that export wrote; - for standard input");
  flags.optional_argument("NAME", path, "the context (the root)");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_path(path);
  const std::vector<Line> lines = read_export(file);
  const Session session(invocation.orb, service);
  session.context(name);
  Importer importer(session, name, replaces);
  importer.take_all(lines, concurrency);
  const Counts counts = importer.counts();
  if (service.is_json) {
    print_json(boost::json::object{{"bound", counts.bound},
                                   {"replaced", counts.replaced},
                                   {"unchanged", counts.unchanged},
                                   {"not_bound", counts.conflicts}});
  } else {
    print_line(std::to_string(counts.bound) + " bound, " + std::to_string(counts.replaced) + " replaced, " +
               std::to_string(counts.unchanged) + " there already, " + std::to_string(counts.conflicts) + " not bound");
  }
  return counts.conflicts == 0 ? done : refused;
}

}  // namespace dimma::tools::naming
