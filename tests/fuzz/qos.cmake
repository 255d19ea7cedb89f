dimma_fuzz_target(qos_fuzz SOURCES qos_fuzz.cpp LIBRARIES dimma_qos CORPUS corpus/qos DICTIONARY qos.dict)
