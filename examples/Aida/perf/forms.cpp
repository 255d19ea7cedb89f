#include "perf/forms.hpp"

#include "client/value.hpp"
#include "measure/clock.hpp"
#include "measure/statistics.hpp"
#include "perf/own_orb.hpp"

#include <dimma/codec_factory.hpp>
#include <value_forms.hpp>

#include <functional>

namespace perf {
namespace {

constexpr std::size_t rows = 11;
constexpr std::size_t repetitions = 200;

Aida::Strings times() { return Aida::Strings(rows, "2004-07-27 00:00:00"); }
Aida::Doubles readings() { return Aida::Doubles(rows, 1.5); }

Aida::Table table() {
  aida::Value value;
  value.add("time", times()).add("reading", readings());
  return value.table();
}

AidaForms::AnyTable any_table() {
  AidaForms::AnyTable table(2);
  table[0].name("time");
  table[0].content() <<= times();
  table[1].name("reading");
  table[1].content() <<= readings();
  return table;
}

AidaForms::ValueTable value_table() {
  using Column = IDL::traits<AidaForms::ColumnValue>::obv_type;
  AidaForms::ValueTable columns;
  for (const Aida::Column& column : table()) {
    columns.push_back(CORBA::make_reference<Column>(column.name(), column.content()));
  }
  return columns;
}

// The receiver's further work: the contents of a table can be used at once, and those of an any have to be extracted.
void use(const Aida::Table&) {}
void use(const AidaForms::ValueTable&) {}
void use(const AidaForms::AnyTable& table) {
  Aida::Strings times;
  Aida::Doubles readings;
  if (!(table[0].content() >>= times) || !(table[1].content() >>= readings))
    throw std::runtime_error("of another type");
}

struct Candidate {
  Form form;
  std::function<void()> write;
  std::function<void()> read;
  std::vector<double> writes;
  std::vector<double> reads;
};

// Encodes and decodes a value, as a call does. The codec needs an any around the value, which all candidates have in
// common.
template <class T>
Candidate candidate(const IDL::traits<IOP::Codec>::ref_type& codec, const std::string& name, const T& value) {
  const auto write = [codec, value] {
    CORBA::Any any;
    any <<= value;
    return codec->encode_value(any);
  };
  const CORBA::OctetSeq octets = write();
  const auto read = [codec, octets] {
    T back;
    const CORBA::Any any = codec->decode_value(octets, dimma::typecode_of<T>::value._reference());
    if (!(any >>= back)) throw std::runtime_error("of another type");
    use(back);
  };
  return {{name, static_cast<double>(octets.size())}, [write] { write(); }, read, {}, {}};
}

double time_of(const std::function<void()>& work) {
  const std::uint64_t before = measure::now_ns();
  for (std::size_t i = 0; i < repetitions; ++i) work();
  return static_cast<double>(measure::now_ns() - before) / 1e3 / repetitions;
}

}  // namespace

std::vector<Form> measure_forms(std::size_t turns) {
  const OwnOrb orb;
  const auto factory = IDL::traits<IOP::CodecFactory>::narrow(orb.get()->resolve_initial_references("CodecFactory"));
  const auto codec = factory->create_codec(IOP::Encoding(IOP::ENCODING_CDR_ENCAPS, 1, 2));
  std::vector<Candidate> candidates = {candidate(codec, "structs with a union (Aida::Table)", table()),
                                       candidate(codec, "structs with an any", any_table()),
                                       candidate(codec, "valuetypes", value_table())};
  for (std::size_t turn = 0; turn < turns; ++turn) {
    for (Candidate& each : candidates) {
      each.writes.push_back(time_of(each.write));
      each.reads.push_back(time_of(each.read));
    }
  }
  std::vector<Form> forms;
  for (Candidate& each : candidates) {
    each.form.write_us = measure::median(each.writes);
    each.form.read_us = measure::median(each.reads);
    forms.push_back(each.form);
  }
  return forms;
}

}  // namespace perf
