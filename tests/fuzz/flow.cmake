dimma_fuzz_target(flow_fuzz SOURCES flow_fuzz.cpp LIBRARIES dimma CORPUS corpus/flow)
