// uses: interfaces common tilelink mmu core hart cache memory peripherals copy_engine
// generated: counters
rtl/fy_soc_pkg.sv
rtl/fy_test_device.sv
rtl/fy_counter_unit.sv
rtl/fy_devices.sv
rtl/fy_soc_tile.sv
rtl/fy_soc_memory.sv
rtl/fy_soc.sv
sim/fy_simulation_top.sv
