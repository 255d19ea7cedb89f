// omni_sizes_client --reqreply REF --oneway REF --turns --sizes N,...: sends arguments of each type and size to a Sizes
// object, by omniORB, in turns (measure/turns.hpp).

#include "measure/time_report.hpp"
#include "program.hpp"
#include "sizes_operations.hpp"

#include <sizes.hh>

namespace {

template <class Sequence, class Element>
auto filled(const Element& with, std::size_t octets_each) {
  return [with, octets_each](std::size_t octets) {
    Sequence sequence;
    sequence.length(static_cast<CORBA::ULong>(octets / octets_each));
    for (CORBA::ULong i = 0; i < sequence.length(); ++i) sequence[i] = with;
    return sequence;
  };
}

measure::TurnOperations operations_of(Sizes_ptr to, const std::vector<std::size_t>& sizes) {
  measure::TurnOperations operations;
  const auto add = [&](const char* type, auto make, auto send) {
    bench::add_operations(operations, type, sizes, make, send);
  };
  add("octet", filled<OctetSeq>(CORBA::Octet{7}, 1), [to](const OctetSeq& value) { to->octets(value); });
  add("char", filled<CharSeq>(CORBA::Char{'c'}, 1), [to](const CharSeq& value) { to->chars(value); });
  add("long", filled<LongSeq>(CORBA::Long{7}, 4), [to](const LongSeq& value) { to->longs(value); });
  add("double", filled<DoubleSeq>(7.5, 8), [to](const DoubleSeq& value) { to->doubles(value); });
  const auto make_text = [](std::size_t octets) { return std::string(octets, 's'); };
  add("string", make_text, [to](const std::string& value) { to->text(value.c_str()); });
  add("text", bench::letters<std::string>, [to](const std::string& value) { to->text(value.c_str()); });
  add("wide", bench::letters<std::wstring>, [to](const std::wstring& value) { to->wide(value.c_str()); });
  add("struct", filled<PieceSeq>(Piece{7, 'c', 7.5}, bench::piece_octets),
      [to](const PieceSeq& value) { to->pieces(value); });
  add("strings", filled<StringSeq>(bench::short_text, bench::short_text_octets),
      [to](const StringSeq& value) { to->strings(value); });
  const auto make_choices = [](std::size_t octets) {
    ChoiceSeq choices;
    choices.length(static_cast<CORBA::ULong>(octets / bench::choice_octets));
    for (CORBA::ULong i = 0; i < choices.length(); ++i) {
      if (i % 3 == 0) choices[i].number(7);
      if (i % 3 == 1) choices[i].text(bench::short_text);
      if (i % 3 == 2) choices[i].whole(Piece{7, 'c', 7.5});
    }
    return choices;
  };
  add("unions", make_choices, [to](const ChoiceSeq& value) { to->choices(value); });
  const auto make_anys = [](std::size_t octets) {
    AnySeq anys;
    anys.length(static_cast<CORBA::ULong>(octets / bench::piece_any_octets));
    for (CORBA::ULong i = 0; i < anys.length(); ++i) anys[i] <<= Piece{7, 'c', 7.5};
    return anys;
  };
  add("anys", make_anys, [to](const AnySeq& value) { to->anys(value); });
  const auto make_any = [](std::size_t octets) {
    CORBA::Any any;
    any <<= filled<OctetSeq>(CORBA::Octet{7}, 1)(octets);
    return any;
  };
  add("any", make_any, [to](const CORBA::Any& value) { to->anything(value); });
  for (const std::size_t octets : sizes) {
    operations["octet-result/" + std::to_string(octets)] = {
        [to, octets] { const OctetSeq_var result = to->octets_result(static_cast<CORBA::ULong>(octets)); }};
  }
  return operations;
}

int call(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  measure::TimeRequest request;
  bench::SizesRequest asked;
  measure::CommandLine command_line("omni_sizes_client --reqreply REF --oneway REF --turns --sizes N,... [--converted]",
                                    "Sends arguments of each type and size, by omniORB.");
  measure::declare(command_line, request);
  asked.declare(command_line);
  if (!command_line.parse(argc, argv)) return 0;
  if (!request.turns || request.all_threads() != 1) throw measure::UsageError("omni_sizes_client is for --turns alone");

  const CORBA::Object_var object = orb->string_to_object(asked.reference(request.reqreply).c_str());
  const Sizes_var to = Sizes::_narrow(object);
  if (CORBA::is_nil(to)) throw measure::UsageError("--reqreply refers to no Sizes");
  const int status = measure::serve_turns(operations_of(to, bench::argument_sizes(asked.sizes)));
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return classic::run_program("omni_sizes_client", [&] { return call(argc, argv); });
}
