// uses: interfaces
rtl/fy_pipeline_pkg.sv
rtl/fy_decoder.sv
rtl/fy_alu.sv
rtl/fy_multiplier.sv
rtl/fy_divider.sv
rtl/fy_register_file.sv
rtl/fy_branch_condition.sv
rtl/csr/fy_status_csr.sv
rtl/csr/fy_interrupt_csrs.sv
rtl/csr/fy_trap_bank.sv
rtl/csr/fy_trap_csrs.sv
rtl/csr/fy_counter_csrs.sv
rtl/csr/fy_supervisor_csrs.sv
rtl/csr/fy_csr_file.sv
rtl/csr/fy_privilege_check.sv
rtl/csr/fy_trap_select.sv
