# What a user says of a folder; the environment's CFLAGS and LDFLAGS come behind.
CFLAGS = -DRESULT=3
CFLAGS += -O1 -Wextra
