// Boost.JSON, which is compiled once. Alone, so that a program that has it already takes nothing of this file.
#include <boost/json/src.hpp>
