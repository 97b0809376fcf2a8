// uses: interfaces common tilelink mmu core hart cache memory peripherals copy_engine
rtl/fy_copy_engine_system_pkg.sv
rtl/fy_devices.sv
rtl/fy_copy_engine_tile.sv
rtl/fy_copy_engine_system.sv

