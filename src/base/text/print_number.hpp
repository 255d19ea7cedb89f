#pragma once
// Prints numbers on an application's stream, whose locale may group digits or use a decimal comma.

#include <locale>
#include <ostream>
#include <sstream>

namespace dimma {

// Prints the number as in the classic locale, but with the stream's precision, base and width.
template <class Number>
void print_classic(std::ostream& out, Number number) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.flags(out.flags());
  text.precision(out.precision());
  text.fill(out.fill());
  text.width(out.width(0));
  text << number;
  out << text.view();
}

}  // namespace dimma
