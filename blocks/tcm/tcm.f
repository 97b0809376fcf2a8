// uses: interfaces common tilelink data_port
rtl/fy_tcm_pkg.sv
rtl/fy_tcm_data.sv
rtl/fy_tcm.sv
