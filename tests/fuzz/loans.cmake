dimma_fuzz_target(loans_fuzz SOURCES loans_fuzz.cpp LIBRARIES dimma CORPUS corpus/loans)
