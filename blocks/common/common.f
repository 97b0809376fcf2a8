rtl/fy_fifo.sv
rtl/fy_stream_slice.sv
rtl/fy_stream_link.sv
rtl/fy_round_robin.sv
rtl/fy_ram_1rw.sv
rtl/fy_ram_1r1w.sv
rtl/fy_ram_1r1rw.sv
sim/fy_stream_checker.sv
