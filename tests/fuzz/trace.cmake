dimma_fuzz_target(trace_fuzz SOURCES trace_fuzz.cpp LIBRARIES dimma CORPUS corpus/trace)
