rtl/fy_tl_pkg.sv
rtl/fy_axi_pkg.sv
rtl/fy_core_pkg.sv
rtl/fy_mmu_pkg.sv
