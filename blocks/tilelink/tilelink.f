// uses: common
rtl/fy_tl_pkg.sv
rtl/fy_tl_beats.sv
rtl/fy_tl_arbiter.sv
rtl/fy_tl_error.sv
rtl/fy_tl_crossbar.sv
