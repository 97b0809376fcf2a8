// uses: interfaces common tilelink mmu core hart data_port tcm peripherals
rtl/fy_minimal_system.sv
