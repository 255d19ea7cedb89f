#include <dimma/classic/generated/call.hpp>

#include "classic/exceptions/translation.hpp"
#include "classic/objects/modern.hpp"
#include "classic/streams/over.hpp"

#include <dimma/generated/call.hpp>

namespace dimma::classic::detail {

namespace {

void write(void* arguments, cdr::Encoder& body) {
  const auto& [callable, write_arguments] = *static_cast<const Arguments*>(arguments);
  try {
    Output out(body);
    write_arguments(callable, out);
  } catch (...) {
    raise_modern();
  }
}

void read(void* results, cdr::Decoder& body) {
  const auto& [callable, read_results] = *static_cast<const Results*>(results);
  try {
    Input in(body);
    read_results(callable, in);
  } catch (...) {
    raise_modern();
  }
}

ArgumentWriter writer(const Arguments& arguments) noexcept { return {const_cast<Arguments*>(&arguments), &write}; }
ResultReader reader(const Results& results) noexcept { return {const_cast<Results*>(&results), &read}; }

[[gnu::always_inline]] inline void call(const void* target, const void* operation, ArgumentWriter arguments,
                                        ResultReader results) {
  try {
    dimma::call(*static_cast<const ::CORBA::Object*>(target), *static_cast<const dimma::Operation*>(operation),
                arguments, results);
  } catch (...) {
    raise_classic();
  }
}

}  // namespace

void refuse_local(const Operation& operation) { raise_local_object(operation.name); }

void call(const void* target, const void* operation) { call(target, operation, dimma::no_values, dimma::no_values); }

void call(const void* target, const void* operation, const Arguments& arguments) {
  call(target, operation, writer(arguments), dimma::no_values);
}

void call(const void* target, const void* operation, const Results& results) {
  call(target, operation, dimma::no_values, reader(results));
}

void call(const void* target, const void* operation, const Arguments& arguments, const Results& results) {
  call(target, operation, writer(arguments), reader(results));
}

}  // namespace dimma::classic::detail
