// uses: interfaces common tilelink mmu
rtl/fy_copy_engine_pkg.sv
rtl/fy_copy_reader.sv
rtl/fy_copy_buffer.sv
rtl/fy_copy_writer.sv
rtl/fy_copy_arbiter.sv
rtl/fy_copy_tracker.sv
rtl/fy_copy_registers.sv
rtl/fy_copy_queue.sv
rtl/fy_copy_history.sv
rtl/fy_copy_cursor.sv
rtl/fy_copy_frontend.sv
rtl/fy_copy_translate.sv
rtl/fy_copy_dispatch.sv
rtl/fy_copy_throttle.sv
rtl/fy_copy_turns.sv
rtl/fy_copy_engine.sv
