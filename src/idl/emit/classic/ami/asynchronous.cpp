#include "idl/emit/classic/ami/asynchronous.hpp"

#include <string>
#include <vector>

#include "idl/emit/classic/interfaces/operation_tables.hpp"
#include "idl/emit/classic/interfaces/signatures.hpp"
#include "idl/emit/classic/types/holders.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

// Returns the statement that copies an argument into the reply object, which owns it until the call has ended.
std::string keep(const Type& type, const std::string& member, const std::string& argument) {
  switch (class_of(type)) {
    case TypeClass::Object:
      return member + " = ::dimma::classic::duplicate_reference(" + argument + ");";
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      return spell(type) + "_copy(" + member + ", " + argument + ");";
    default:
      return member + " = " + argument + ";";
  }
}

// The parts of the class that keeps the arguments of a call and reads its results.
struct Reply {
  cxx::Writer members;
  cxx::Writer keeps;
  cxx::Writer writes;
  cxx::Writer reads;
  std::vector<std::string> arguments;  // the handler's operation is called with them

  void add_argument(const cxx::CallParameter& parameter) {
    const std::string member = "_argument_" + std::to_string(++count_);
    const Holder holder = skeleton_holder(*parameter.type, Role::InOut, member);
    members.write("$text$", {{"text", holder.declaration}});
    keeps.write("$text$", {{"text", keep(*parameter.type, member, parameter.name)}});
    writes.write("$text$", {{"text", holder.write}});
  }
  void add_result(const Type& type) {
    const Holder holder = skeleton_holder(type, Role::In, "_result_" + std::to_string(++count_));
    members.write("$text$", {{"text", holder.declaration}});
    reads.write("$text$", {{"text", holder.read}});
    arguments.push_back(holder.argument);
  }

 private:
  unsigned count_ = 0;
};

Reply reply_of(const AsynchronousCall& asynchronous, const AsynchronousSignature& signature, const cxx::Call& call) {
  Reply reply;
  if (call.sends_values()) reply.writes.write("const ::dimma::classic::WrittenValues _values(_out);");
  if (call.returns_values()) reply.reads.write("const ::dimma::classic::ReadValues _values(_in);");
  for (const cxx::CallParameter& each : signature.arguments) reply.add_argument(each);
  for (const Parameter* each : asynchronous.answer->parameters) reply.add_result(*each->type);
  return reply;
}

void write_reply_class(cxx::Writer& writer, const Interface& interface, const AsynchronousCall& asynchronous,
                       const AsynchronousSignature& signature, const Reply& reply) {
  writer.write(R"(
class _reply : public ::dimma::classic::HandledReply< $handler_class$> {
 public:
  explicit _reply($parameters$) : ::dimma::classic::HandledReply< $handler_class$>($handler$) {
    $keeps$
  }
  virtual void write(::dimma::classic::Output&$out$) const {
    $writes$
  }
  virtual void read(::dimma::classic::Input&$in$) {
    $reads$
  }
  virtual void answer() { _handler->$answer$($arguments$); }
  virtual void fail(::Messaging::ExceptionHolder* _holder) { _handler->$failure$(_holder); }

 private:
  $members$
};
)",
               {{"handler_class", cxx::scoped_name(*interface.reply_handler)},
                {"parameters", signature.parameters},
                {"handler", signature.handler},
                {"keeps", reply.keeps.text()},
                {"out", reply.writes.empty() ? "" : " _out"},
                {"writes", reply.writes.text()},
                {"in", reply.reads.empty() ? "" : " _in"},
                {"reads", reply.reads.text()},
                {"answer", cxx::identifier(*asynchronous.answer)},
                {"arguments", cxx::join(reply.arguments, ", ")},
                {"failure", cxx::identifier(*asynchronous.failure)},
                {"members", reply.members.text()}});
}

void write_function(cxx::Writer& writer, const Interface& interface, const AsynchronousCall& asynchronous,
                    const cxx::Context& context) {
  cxx::Call call = call_of(asynchronous, context.names);
  call.is_oneway = false;  // the handler gets a reply
  const AsynchronousSignature signature = asynchronous_signature(interface, call, context.names);
  cxx::Writer body;
  write_operation_table(body, call, OperationSends::AtOnce);
  write_reply_class(body, interface, asynchronous, signature, reply_of(asynchronous, signature, call));
  std::vector<std::string> arguments = {signature.handler};
  for (const cxx::CallParameter& each : signature.arguments) arguments.push_back(each.name);
  writer.blank_line();
  writer.write(R"(
void $class$::$name$($parameters$) {
  $body$
  ::dimma::classic::begin_call(*this, _operation, new _reply($arguments$));
}
)",
               {{"class", cxx::identifier(interface)},
                {"name", cxx::escaped(asynchronous.name)},
                {"parameters", signature.parameters},
                {"body", body.text()},
                {"arguments", cxx::join(arguments, ", ")}});
}

}  // namespace

void write_asynchronous_source(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  for (const AsynchronousCall& each : interface.asynchronous) write_function(writer, interface, each, context);
}

}  // namespace dimma::idl::classic
