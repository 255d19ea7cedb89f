// A program whose allocations are counted.
#include <dimma/sealed.hpp>

#include <cstdlib>
#include <iostream>

int main() {
  const dimma::sealed here;
  void* const volatile memory = std::malloc(100);
  std::free(memory);
  const dimma::HeapUse used = here.used();
  if (used == dimma::HeapUse{1, 100}) std::cout << "1 heap allocation\n";
  return 0;
}
