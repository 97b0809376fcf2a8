// SPDX-License-Identifier: Apache-2.0
// The whole bench as one unit: the headers that all its sources name are read once, which takes
// a third off the build of each of its shapes.
#include "cases_control.cpp"
#include "cases_copy.cpp"
#include "cases_page_timing.cpp"
#include "cases_queue.cpp"
#include "cases_switch.cpp"
#include "cases_timing.cpp"
#include "cases_translate.cpp"
#include "copy_volume.cpp"
