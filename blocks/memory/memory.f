// uses: interfaces common
rtl/fy_axi_mux.sv
rtl/fy_axi_link.sv
rtl/fy_memory_read_channel.sv
rtl/fy_memory_write_channel.sv
rtl/fy_memory_fixed.sv
rtl/fy_ddr_pkg.sv
rtl/fy_ddr_window.sv
rtl/fy_ddr_banks.sv
rtl/fy_ddr_scheduler.sv
rtl/fy_memory_ddr.sv
rtl/fy_memory_models.sv
sim/fy_memory_contents.sv
