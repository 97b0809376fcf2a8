// uses: common tilelink core cache memory copy_engine
