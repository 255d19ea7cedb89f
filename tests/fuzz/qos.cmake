dimma_fuzz_target(qos_fuzz SOURCES qos_fuzz.cpp LIBRARIES dimma_qos dimma_base CORPUS corpus/qos DICTIONARY qos.dict)
