// uses: common tilelink
rtl/fy_core_pkg.sv
