#pragma once
/// omniORB's names of the classes of unnamed sequences. A named sequence derives from one of them.

#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/string_sequence.hpp>

template <class T>
using _CORBA_Unbounded_Sequence = ::dimma::classic::UnboundedSequence<T>;
template <class T, unsigned max>
using _CORBA_Bounded_Sequence = ::dimma::classic::BoundedSequence<T, max>;

/// Sequences of elements with a fixed layout, whose size and alignment in messages omniORB names too.
template <class T, unsigned size, unsigned alignment>
using _CORBA_Unbounded_Sequence_w_FixSizeElement = ::dimma::classic::UnboundedSequence<T>;
template <class T, unsigned max, unsigned size, unsigned alignment>
using _CORBA_Bounded_Sequence_w_FixSizeElement = ::dimma::classic::BoundedSequence<T, max>;

typedef ::dimma::classic::UnboundedSequence< ::dimma::classic::CORBA::Octet> _CORBA_Unbounded_Sequence_Octet;
typedef ::dimma::classic::UnboundedSequence< ::dimma::classic::CORBA::Char> _CORBA_Unbounded_Sequence_Char;
typedef ::dimma::classic::UnboundedSequence< ::dimma::classic::CORBA::Boolean> _CORBA_Unbounded_Sequence_Boolean;
typedef ::dimma::classic::UnboundedStringSequence _CORBA_Unbounded_Sequence_String;
