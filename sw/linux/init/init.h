// SPDX-License-Identifier: Apache-2.0

/// The first process of `fy linux`: runs one program or a shell, then ends the machine with its
/// exit code.

#ifndef INIT_H
#define INIT_H

/// Runs a program and waits for its end: its exit code, 128 and the number of the signal that
/// killed it, or 127 when it cannot be run, which is told.
int run(char** words);

/// Lets the firmware keep the machine, and takes the input of a run that begins there.
void keep_boot(char** environment);

/// Reads commands until `exit` or the end of input; returns the exit code.
int shell(const char* prompt);

#endif
