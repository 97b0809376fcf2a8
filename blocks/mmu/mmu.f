// uses: interfaces common
rtl/fy_address_attributes.sv
rtl/fy_tlb.sv
rtl/fy_walk_cache.sv
rtl/fy_walker.sv
rtl/fy_data_port_mux.sv
