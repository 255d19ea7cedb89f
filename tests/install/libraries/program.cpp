// A program that does not use dimma itself.
#include <iostream>
#include <string>

std::string type_name();

int main() { std::cout << type_name() << '\n'; }
