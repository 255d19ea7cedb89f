if(TARGET dimma_store_etcd)
  dimma_fuzz_target(etcd_fuzz SOURCES etcd_fuzz.cpp LIBRARIES dimma_store_etcd CORPUS corpus/etcd)
endif()
