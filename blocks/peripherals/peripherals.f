// uses: interfaces common
rtl/fy_timer.sv
rtl/fy_console.sv
