// uses: common
// packages: core
rtl/fy_mmu_pkg.sv
rtl/fy_address_attributes.sv
rtl/fy_tlb.sv
rtl/fy_walk_cache.sv
rtl/fy_walker.sv
rtl/fy_data_port_mux.sv
