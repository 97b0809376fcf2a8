// uses: common
// packages: core
rtl/fy_mmu_pkg.sv
rtl/fy_address_attributes.sv
