#include <dimma/classic/call.hpp>

#include "classic/calls/prepared.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/modern.hpp"
#include "classic/streams/over.hpp"

#include <dimma/generated/call.hpp>

namespace dimma::classic::detail {

namespace {

// A callable of a generated stub, and the function that calls it with a stream.
struct Arguments {
  void* callable;
  Writer writer;
};
struct Results {
  void* callable;
  Reader reader;
};

void write(void* arguments, cdr::Encoder& body) {
  const auto& [callable, writer] = *static_cast<const Arguments*>(arguments);
  try {
    Output out(body);
    writer(callable, out);
  } catch (...) {
    raise_modern();
  }
}

void read(void* results, cdr::Decoder& body) {
  const auto& [callable, reader] = *static_cast<const Results*>(results);
  try {
    Input in(body);
    reader(callable, in);
  } catch (...) {
    raise_modern();
  }
}

}  // namespace

void call(const CORBA::Object& target, const Operation& operation, void* write_callable, Writer writer,
          void* read_callable, Reader reader) {
  Arguments arguments{write_callable, writer};
  Results results{read_callable, reader};
  try {
    dimma::call(target_of(target, operation.name), prepared(operation),
                writer == nullptr ? ArgumentWriter(dimma::no_values) : ArgumentWriter(&arguments, &write),
                reader == nullptr ? ResultReader(dimma::no_values) : ResultReader(&results, &read));
  } catch (...) {
    raise_classic();
  }
}

}  // namespace dimma::classic::detail
