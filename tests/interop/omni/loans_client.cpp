// loans_client --root REF [omniORB's options]: checks a server of loans.idl, prints each check and its outcome; status
// 0 if all passed.

#include "common/checks.hpp"
#include "common/program.hpp"

#include <loans.hh>

namespace {

using checks::require_equal;

int check(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  const CORBA::Object_var object = orb->string_to_object(program::Options(argc, argv).required("--root").c_str());
  const Lenders::Mirror_var mirror = Lenders::Mirror::_narrow(object);
  checks::Checks checks([] { return std::string("an exception"); });
  for (const CORBA::ULong count : {0U, 1U, 1000U, 1'000'000U}) {
    checks.run("of " + std::to_string(count) + " octets", [&] {
      Lenders::Octets data;
      data.length(count);
      for (CORBA::ULong i = 0; i < count; ++i) data[i] = static_cast<CORBA::Octet>(i + 1);
      const Lenders::Octets_var reversed = mirror->reverse(data);
      require_equal(reversed->length(), count, "the length");
      for (CORBA::ULong i = 0; i < count; ++i) {
        if (reversed.in()[i] != data[count - 1 - i]) require_equal(reversed.in()[i], data[count - 1 - i], "an octet");
      }
    });
  }
  checks.run("of structs, inout and out", [&] {
    Lenders::Readings_var data = new Lenders::Readings;
    data->length(5);
    for (CORBA::ULong i = 0; i < 5; ++i) {
      data[i].channel = static_cast<CORBA::Octet>(i);
      data[i].value = 2.0 * i;
      data[i].rows[0] = static_cast<CORBA::Short>(i);
      data[i].rows[1] = -3;
      data[i].rows[2] = 4;
    }
    Lenders::Octets_var channels;
    mirror->halve(data.inout(), channels.out());
    require_equal(data->length(), 5U, "the elements");
    for (CORBA::ULong i = 0; i < 5; ++i) {
      require_equal(data[i].value, static_cast<double>(i), "a value");
      require_equal(data[i].rows[0], static_cast<CORBA::Short>(i), "a row");
      require_equal(static_cast<CORBA::ULong>(channels[i]), i, "a channel");
    }
  });
  checks.run("with a bound", [&] {
    Lenders::Few few;
    few.length(4);
    few[0] = 1;
    few[1] = 2.5;
    few[2] = 3;
    few[3] = 4;
    require_equal(mirror->sum(few), 10.5, "the sum");
  });
  checks.run("by a oneway", [&] {
    Lenders::Octets data;
    data.length(1234);
    for (CORBA::ULong i = 0; i < data.length(); ++i) data[i] = 0;
    mirror->note(data);
    require_equal(mirror->noted(), 1234U, "what was noted");
  });
  orb->destroy();
  return checks.finish();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return check(argc, argv);
  } catch (const CORBA::Exception& exception) {
    std::cerr << "loans_client: " << exception._name() << '\n';
  } catch (const std::exception& exception) {
    std::cerr << "loans_client: " << exception.what() << '\n';
  }
  return 1;
}
