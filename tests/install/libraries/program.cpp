// Knows nothing of dimma.
#include <iostream>
#include <string>

std::string type_name();

int main() { std::cout << type_name() << '\n'; }
