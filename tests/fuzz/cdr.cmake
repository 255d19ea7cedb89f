dimma_fuzz_target(cdr_fuzz SOURCES cdr_fuzz.cpp LIBRARIES dimma CORPUS corpus/cdr)
