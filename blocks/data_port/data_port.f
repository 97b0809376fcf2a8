// uses: interfaces
rtl/fy_data_port_pkg.sv
rtl/fy_atomic_unit.sv
rtl/fy_uncached_port.sv
