#pragma once
/// The classic mapping under TAO's name of the header. Headers of ACE, such as those that define ACE_TCHAR and ACE_DEBUG,
/// are not included: a program that uses ACE includes them itself. docs/coming-from/tao.md lists what is different.

#include <dimma/classic/corba.hpp>
