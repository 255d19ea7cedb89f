#pragma once
// Uses references to Shop::Customer in a file that does not see the class.

#include "orders.hh"

namespace elsewhere_test {

// Returns the members of copies that were made in several ways, each with a reference of its own.
Shop::Customers* copies_of(Shop::Customer_ptr customer);

// Returns the customer that an exception which was caught names.
Shop::Customer_ptr thrown(Shop::Customer_ptr customer);

// Returns the same customer, out of a union.
Shop::Customer_ptr paying(Shop::Customer_ptr customer);

}  // namespace elsewhere_test
