dimma_fuzz_target(giop_fuzz SOURCES giop_fuzz.cpp LIBRARIES dimma CORPUS corpus/giop)
