// uses: interfaces common
rtl/fy_tl_beats.sv
rtl/fy_tl_arbiter.sv
rtl/fy_tl_error.sv
rtl/fy_tl_crossbar.sv
rtl/fy_tl_ram_port.sv
rtl/fy_tl_devices.sv
rtl/fy_tl_link.sv
rtl/fy_tl_width_adapter.sv
rtl/fy_tl_axi_answers.sv
rtl/fy_tl_to_axi.sv
sim/fy_tl_monitor_pkg.sv
sim/fy_tl_monitor_stall.sv
sim/fy_tl_monitor_access.sv
sim/fy_tl_monitor_coherence.sv
sim/fy_tl_monitor.sv
sim/fy_tl_monitor_point.sv
sim/fy_tl_monitor_bind.sv
