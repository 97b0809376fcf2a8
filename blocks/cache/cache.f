// uses: common tilelink
// packages: core memory
rtl/fy_cache_pkg.sv
rtl/fy_l1_pkg.sv
rtl/fy_l1_tags.sv
rtl/fy_l1_data.sv
rtl/fy_l1_replacement.sv
rtl/fy_l1_store_buffer.sv
rtl/fy_l1_line_buffers.sv
rtl/fy_l1_load_queue.sv
rtl/fy_l1_miss_slot.sv
rtl/fy_l1_miss_slots.sv
rtl/fy_l1_response.sv
rtl/fy_l1_return.sv
rtl/fy_l1_line_sequencer.sv
rtl/fy_l1_probe.sv
rtl/fy_l1_uncached.sv
rtl/fy_l1_refill.sv
rtl/fy_data_cache_decide.sv
rtl/fy_data_cache.sv
rtl/fy_instruction_cache.sv
