// uses: interfaces common tilelink mmu core hart cache memory peripherals copy_engine
// generated: counters
rtl/fy_copy_engine_system_pkg.sv
rtl/fy_test_device.sv
rtl/fy_counter_unit.sv
rtl/fy_devices.sv
rtl/fy_copy_engine_tile.sv
rtl/fy_copy_engine_system.sv
sim/fy_simulation_top.sv
