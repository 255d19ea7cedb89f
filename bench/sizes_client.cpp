// sizes_client --reqreply REF --oneway REF --turns --sizes N,... [--qos QOS]: sends arguments of each type and size to
// a Sizes object, in turns (measure/turns.hpp).

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "measure/time_report.hpp"
#include "sizes_operations.hpp"

#include <dimma/binding.hpp>
#include <sizes.hpp>

namespace {

template <class Sequence>
auto filled(typename Sequence::value_type with, std::size_t octets_each) {
  return [with, octets_each](std::size_t octets) { return Sequence(octets / octets_each, with); };
}

measure::TurnOperations operations_of(const IDL::traits<Sizes>::ref_type& to, const std::vector<std::size_t>& sizes) {
  measure::TurnOperations operations;
  const auto add = [&](const char* type, auto make, auto send) {
    bench::add_operations(operations, type, sizes, make, send);
  };
  add("octet", filled<OctetSeq>(7, 1), [to](const OctetSeq& value) { to->octets(value); });
  add("char", filled<CharSeq>('c', 1), [to](const CharSeq& value) { to->chars(value); });
  add("long", filled<LongSeq>(7, 4), [to](const LongSeq& value) { to->longs(value); });
  add("double", filled<DoubleSeq>(7.5, 8), [to](const DoubleSeq& value) { to->doubles(value); });
  add("string", filled<std::string>('s', 1), [to](const std::string& value) { to->text(value); });
  add("text", bench::letters<std::string>, [to](const std::string& value) { to->text(value); });
  add("wide", bench::letters<std::wstring>, [to](const std::wstring& value) { to->wide(value); });
  add("struct", filled<PieceSeq>(Piece(7, 'c', 7.5), bench::piece_octets),
      [to](const PieceSeq& value) { to->pieces(value); });
  add("strings", filled<StringSeq>(bench::short_text, bench::short_text_octets),
      [to](const StringSeq& value) { to->strings(value); });
  const auto make_choices = [](std::size_t octets) {
    ChoiceSeq choices(octets / bench::choice_octets);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (i % 3 == 0) choices[i].number(7);
      if (i % 3 == 1) choices[i].text(bench::short_text);
      if (i % 3 == 2) choices[i].whole(Piece(7, 'c', 7.5));
    }
    return choices;
  };
  add("unions", make_choices, [to](const ChoiceSeq& value) { to->choices(value); });
  const auto make_anys = [](std::size_t octets) {
    AnySeq anys(octets / bench::piece_any_octets);
    for (CORBA::Any& any : anys) any <<= Piece(7, 'c', 7.5);
    return anys;
  };
  add("anys", make_anys, [to](const AnySeq& value) { to->anys(value); });
  // A loan is taken for each call, because the call hands it over. One octet is written, so that the value is not
  // entirely unwritten memory.
  for (const std::size_t octets : sizes) {
    operations["loaned/" + std::to_string(octets)] = {[to, octets] {
      auto value = dimma::loan<std::uint8_t>(to, octets);
      if (!value.empty()) value[0] = 7;
      to->loaned(std::move(value));
    }};
    operations["loaned-result/" + std::to_string(octets)] = {
        [to, octets] { to->loaned_result(static_cast<std::uint32_t>(octets)); }};
    operations["octet-result/" + std::to_string(octets)] = {
        [to, octets] { to->octets_result(static_cast<std::uint32_t>(octets)); }};
  }
  const auto make_any = [](std::size_t octets) {
    CORBA::Any any;
    any <<= OctetSeq(octets, 7);
    return any;
  };
  add("any", make_any, [to](const CORBA::Any& value) { to->anything(value); });
  return operations;
}

int call(int argc, char** argv) {
  measure::take_latin1();
  auto orb = init_orb(argc, argv);
  measure::TimeRequest request;
  std::string qos;
  bench::SizesRequest asked;
  measure::CommandLine command_line(
      "sizes_client --reqreply REF --oneway REF --turns --sizes N,... [--converted] [--qos QOS]",
      "Sends arguments of each type and size.");
  measure::declare(command_line, request);
  command_line.text("qos", qos, "of the client's end");
  asked.declare(command_line);
  if (!command_line.parse(argc, argv)) return 0;
  if (!request.turns || request.all_threads() != 1) throw measure::UsageError("sizes_client is for --turns alone");
  const auto object = resolve<Sizes>(orb, "reqreply", asked.reference(request.reqreply));
  int status = 0;
  {
    const auto binding = dimma::bind(object, dimma::EngineeringQoS::parse(qos));
    status = measure::serve_turns(operations_of(binding.reference(), bench::argument_sizes(asked.sizes)));
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("sizes_client", [&] { return call(argc, argv); });
}
