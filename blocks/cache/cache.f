// uses: common tilelink
// packages: core memory
rtl/fy_cache_pkg.sv
