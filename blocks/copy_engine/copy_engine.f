// uses: common tilelink
// packages: core
rtl/fy_copy_engine_pkg.sv
