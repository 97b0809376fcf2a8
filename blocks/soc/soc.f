// uses: common tilelink mmu core cache memory copy_engine
// generated: counters
rtl/fy_soc_pkg.sv
rtl/fy_test_device.sv
rtl/fy_timer.sv
rtl/fy_console.sv
rtl/fy_counter_unit.sv
rtl/fy_devices.sv
rtl/fy_soc_tile.sv
rtl/fy_soc_memory.sv
rtl/fy_soc.sv
sim/fy_simulation_top.sv
