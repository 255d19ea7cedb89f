#pragma once
// Numbers on a stream of an application's, which may be imbued with a locale that groups digits or has a decimal comma.

#include <locale>
#include <ostream>
#include <sstream>

namespace dimma {

// Prints the number as the classic locale does, by the stream's other settings: precision, base, width.
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
