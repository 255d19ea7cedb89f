#include "services/tools/call/call.hpp"

#include "services/tools/call/invocation.hpp"
#include "services/tools/call/signature.hpp"
#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/common/reference.hpp"
#include "services/tools/common/words.hpp"

#include <dimma/binding.hpp>

#include <boost/json.hpp>

#include <optional>
#include <thread>

namespace dimma::tools::call {

namespace {

using ObjectRef = CORBA::object_reference<CORBA::Object>;
using std::chrono::milliseconds;

struct CallOptions {
  std::string reference;
  std::string operation;
  std::vector<std::string> arguments;
  IdlOptions idl;
  bool asks_repository = false;
  std::string interface_name;
  std::string qos;
  milliseconds deadline{0};  // 0 means the ORB's deadline
  std::size_t repeat = 1;
  milliseconds interval{0};
};

constexpr const char* purpose =
    "Calls an operation and prints its result as JSON. Each JSON is one in or inout argument, in their order. With\n"
    "out or inout parameters an object with \"result\" and each of them by its name is printed, otherwise the result\n"
    "alone, and null for void. An attribute is read by _get_NAME and written by _set_NAME; _is_a, _non_existent and\n"
    "_repository_id need no IDL.\n\n"
    "An exception is printed as JSON too, with the exit status 1: {\"exception\": \"IDL:...\", ...}. The exit "
    "status\nis 2 for a wrong command line; nothing is called then.";

bool parse(Invocation& invocation, CallOptions& options) {
  using namespace std::chrono_literals;
  Flags flags(invocation.command, purpose);
  flags.text("idl", options.idl.file, "FILE", "the IDL file that declares the operation");
  flags.texts("include,I", options.idl.include_directories, "DIR", "search DIR for included files");
  flags.texts("define,D", options.idl.macros, "NAME[=TEXT]", "a macro for the IDL");
  flags.toggle("repository", options.asks_repository, "use the interface repository of the object");
  flags.text("interface", options.interface_name, "NAME", "the interface, if the reference does not name it");
  flags.text("qos", options.qos, "TEXT", "bind explicitly with this QoS: \"processing=nullTask,messages=1\"");
  flags.time("deadline", options.deadline, "the time limit of a call (the ORB's default)", 1ms, 24h);
  flags.count("repeat", options.repeat, "how many calls, a line for each", 1, 1'000'000'000);
  flags.time("interval", options.interval, "how long to wait between calls", 1ms, 24h);
  flags.argument("REF", options.reference, reference_help);
  flags.argument("OPERATION", options.operation, "its name, or _get_NAME and _set_NAME for an attribute");
  flags.more_arguments("JSON", options.arguments, "the arguments: 5, '\"text\"', '{\"x\": 1, \"y\": 2}', '[1, 2]'");
  if (!flags.parse(invocation.arguments)) return false;
  if (!options.idl.file.empty() && options.asks_repository) {
    throw UsageError("--idl and --repository exclude each other");
  }
  return true;
}

EngineeringQoS qos_of(const CallOptions& options) {
  try {
    auto qos = EngineeringQoS::parse(options.qos);
    if (options.deadline.count() != 0) qos.deadline = options.deadline;
    return qos;
  } catch (const QoSError& wrong) {
    throw UsageError(std::string("--qos: ") + wrong.what());
  }
}

// Makes the calls and prints one line for each.
int make_calls(const PreparedCall& call, const ObjectRef& object, const CallOptions& options) {
  int status = done;
  for (std::size_t count = 0; count < options.repeat; ++count) {
    if (count != 0) std::this_thread::sleep_for(options.interval);
    try {
      const auto outcome = call.invoke(object);
      print_line(values::json_text(outcome.json));
      if (!outcome.is_done) status = refused;
    } catch (const values::ValueError& untold) {
      throw Failure(refused, "the call was made, but " + printable(untold.what()));
    }
    flush_output();
  }
  return status;
}

std::unique_ptr<SignatureSource> source_of(const Invocation& invocation, const CallOptions& options,
                                           const ObjectRef& object) {
  if (options.asks_repository) return signatures_of_repository(object);
  if (!options.idl.file.empty()) return signatures_of_idl(invocation.orb, options.idl);
  return {};
}

Signature signature_of(SignatureSource* source, const CallOptions& options, const ObjectRef& object) {
  if (const auto of_each = signature_of_each_object(options.operation)) return *of_each;
  if (source == nullptr)
    throw UsageError("--idl FILE or --repository is needed to know the parameters of the operation");
  return source->find(object, options.interface_name, options.operation);
}

int call_object(const Invocation& invocation, const CallOptions& options) {
  const std::optional<EngineeringQoS> qos = options.qos.empty() ? std::nullopt : std::optional(qos_of(options));
  const ObjectRef given = read_reference(*invocation.orb, options.reference);
  const ObjectRef object = options.deadline.count() == 0 || qos ? given : with_deadline(given, options.deadline);
  const auto source = source_of(invocation, options, object);
  const Signature signature = signature_of(source.get(), options, object);
  values::TypeLookup lookup;
  if (source) lookup = [&source](const std::string& name) { return source->type(name); };
  const values::Converter converter(invocation.orb, lookup, invocation.is_utf8);
  const PreparedCall call(signature, converter, options.arguments);
  if (!qos) return make_calls(call, object, options);
  try {
    const auto bound = dimma::bind(object, *qos);
    return make_calls(call, bound.reference(), options);
  } catch (const QoSError& unmet) {
    throw UsageError(std::string("--qos: ") + unmet.what());
  }
}

}  // namespace

int run(Invocation invocation) {
  CallOptions options;
  if (!parse(invocation, options)) return done;
  try {
    return call_object(invocation, options);
  } catch (const CORBA::SystemException& raised) {
    // An object or naming service failed before the call: prints the same JSON as for a failure of the call.
    print_line(values::json_text(exception_json(raised)));
    return refused;
  }
}

}  // namespace dimma::tools::call
