// uses: common tilelink
rtl/fy_axi_pkg.sv
