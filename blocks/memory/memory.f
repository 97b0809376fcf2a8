// uses: common
rtl/fy_axi_pkg.sv
rtl/fy_axi_mux.sv
rtl/fy_memory_read_channel.sv
rtl/fy_memory_write_channel.sv
rtl/fy_memory_fixed.sv
sim/fy_memory_contents.sv
