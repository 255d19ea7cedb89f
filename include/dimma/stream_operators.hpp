#pragma once
/// operator<< of sequences, arrays and maps, also of bounded ones, for code that is generated with `dimma-idl
/// --stream-operators` (TAOX11: -Gos). They print what IDL::traits<T>::write() prints. Generated headers include this
/// one and declare the operators in their namespaces by using-declarations; a program's own operator for such a type
/// takes precedence.

#include <dimma/print.hpp>

#include <array>
#include <cstddef>
#include <iosfwd>
#include <map>
#include <vector>

template <class T>
requires requires { sizeof(dimma::printer<T>); }
std::ostream& operator<<(std::ostream& out, const std::vector<T>& value) { return dimma::write_on(out, value); }
template <class T, std::size_t N>
requires requires { sizeof(dimma::printer<T>); }
std::ostream& operator<<(std::ostream& out, const std::array<T, N>& value) { return dimma::write_on(out, value); }
template <class K, class V>
requires requires { sizeof(dimma::printer<V>); }
std::ostream& operator<<(std::ostream& out, const std::map<K, V>& value) { return dimma::write_on(out, value); }
