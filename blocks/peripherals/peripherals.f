// uses: interfaces common
rtl/fy_peripherals_pkg.sv
rtl/fy_test_device.sv
rtl/fy_timer.sv
rtl/fy_console.sv
rtl/fy_counter_unit.sv
