#include "incomplete.hpp"

#include <utility>

#include "invoices.hh"

namespace elsewhere_test {

Shop::Customers* copies_of(Shop::Customer_ptr customer) {
  Shop::Customer_var var = ::dimma::classic::duplicate_reference(customer);
  const Shop::Customer_var copied = var;
  Shop::Order order;
  order.by = copied;
  const Shop::Order same = order;
  Shop::Invoice invoice;
  invoice.to = same.by;
  Shop::Customers some;
  some.length(2);
  some[0] = var;
  some[1] = invoice.to;
  Shop::Customers_var all = new Shop::Customers(some);
  all->length(3);
  all[2u] = std::move(var)._retn();
  return all._retn();
}

Shop::Customer_ptr thrown(Shop::Customer_ptr customer) {
  try {
    throw Shop::Refused(customer);
  } catch (const Shop::Refused& refused) {
    Shop::Customer_var whom = refused.whom;
    return whom._retn();
  }
}

Shop::Customer_ptr paying(Shop::Customer_ptr customer) {
  Shop::Payer payer;
  payer.known(customer);
  const Shop::Payer copied = payer;
  Shop::Customer_var known = Shop::Customer_var(::dimma::classic::duplicate_reference(copied.known()));
  return known._retn();
}

}  // namespace elsewhere_test
