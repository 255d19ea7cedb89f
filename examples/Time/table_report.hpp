#pragma once
// Prints the table as text, as the report's Table 1.1 or, without threads, 1.2, and as JSON.

#include "table_cells.hpp"

#include <ostream>

void print_table(std::ostream& out, const Measured& measured, std::size_t iterations);
void print_json(std::ostream& out, const Measured& measured, std::size_t iterations);
