// uses: common
rtl/fy_tl_pkg.sv
