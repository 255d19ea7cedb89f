// Calls an operation of any object, as its user describes it:
//
//   caller REFERENCE OPERATION RESULT [ARGUMENT...] [!EXCEPTION=MEMBER,...]
//
// A RESULT is double, string, or a struct of these: double,string. An ARGUMENT that is a number is a double, any other
// a string.

#include <dimma/dii.hpp>
#include <dimma/dynamic_any.hpp>
#include <dimma/orb.hpp>
#include <dimma/typecode_factory.hpp>

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <stdexcept>

using OrbRef = CORBA::object_reference<CORBA::ORB>;

CORBA::typecode_reference basic_type(const std::string& word) {
  if (word == "double") return CORBA::_tc_double;
  if (word == "string") return CORBA::_tc_string;
  throw std::invalid_argument(word + ": say double or string");
}

CORBA::StructMemberSeq members_of(const std::string& words) {
  CORBA::StructMemberSeq members;
  std::istringstream in(words);
  for (std::string word; std::getline(in, word, ',');) {
    members.emplace_back("member" + std::to_string(members.size()), basic_type(word));
  }
  return members;
}

// The names of types and members are not sent, so that they need not be those of the IDL.
CORBA::typecode_reference result_type(const OrbRef& orb, const std::string& words) {
  if (words.find(',') == std::string::npos) return basic_type(words);
  return orb->create_struct_tc("IDL:Unknown:1.0", "Unknown", members_of(words));
}

void add_argument(const CORBA::object_reference<CORBA::Request>& request, const std::string& word) {
  char* end = nullptr;
  const double number = std::strtod(word.c_str(), &end);
  if (*end == '\0') {
    request->add_in_arg() <<= number;
  } else {
    request->add_in_arg() <<= word;
  }
}

// Prints a value of any type.
void print(const CORBA::object_reference<DynamicAny::DynAny>& value) {
  if (value->type()->kind() == CORBA::TCKind::tk_double) {
    std::cout << value->get_double() << '\n';
  } else if (value->type()->kind() == CORBA::TCKind::tk_string) {
    std::cout << '"' << value->get_string() << "\"\n";
  } else {
    for (bool more = value->component_count() > 0; more; more = value->next()) print(value->current_component());
  }
}

void call(const OrbRef& orb, const std::vector<std::string>& words) {
  auto factory = IDL::traits<DynamicAny::DynAnyFactory>::narrow(orb->resolve_initial_references("DynAnyFactory"));
  auto request = orb->string_to_object(words[0])->_request(words[1]);
  request->set_return_type(result_type(orb, words[2]));
  for (std::size_t word = 3; word < words.size(); ++word) {
    const auto equals = words[word].find('=');
    if (words[word].starts_with("!") && equals != std::string::npos) {
      const auto id = words[word].substr(1, equals - 1);
      request->exceptions()->add(orb->create_exception_tc(id, "Unknown", members_of(words[word].substr(equals + 1))));
    } else {
      add_argument(request, words[word]);
    }
  }
  try {
    request->invoke();
    print(factory->create_dyn_any(request->return_value()));
  } catch (const CORBA::UnknownUserException& raised) {  // one of the exceptions that were added to the request
    std::cout << "raises " << raised.exception().type()->id() << '\n';
    print(factory->create_dyn_any(raised.exception()));
  }
}

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc < 4) {
    std::cerr << "caller REFERENCE OPERATION RESULT [ARGUMENT...] [!EXCEPTION=MEMBER,...]\n";
    return 2;
  }
  call(orb, {argv + 1, argv + argc});
  orb->destroy();
} catch (const std::exception& exception) {  // those of CORBA are among them
  std::cerr << exception.what() << '\n';
  return 1;
}
