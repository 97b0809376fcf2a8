// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/gdb_description.h"

namespace fy {

namespace {

constexpr const char* kNames[] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                  "fp",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                  "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                  "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

struct Csr {
  unsigned address;
  const char* name;
};
constexpr Csr kCsrs[] = {
    {0x100, "sstatus"},    {0x104, "sie"},      {0x105, "stvec"},   {0x106, "scounteren"},
    {0x140, "sscratch"},   {0x141, "sepc"},     {0x142, "scause"},  {0x143, "stval"},
    {0x144, "sip"},        {0x180, "satp"},     {0x300, "mstatus"}, {0x301, "misa"},
    {0x302, "medeleg"},    {0x303, "mideleg"},  {0x304, "mie"},     {0x305, "mtvec"},
    {0x306, "mcounteren"}, {0x340, "mscratch"}, {0x341, "mepc"},    {0x342, "mcause"},
    {0x343, "mtval"},      {0x344, "mip"},      {0xb00, "mcycle"},  {0xb02, "minstret"},
    {0xf14, "mhartid"}};

std::string line(const std::string& name, unsigned number, unsigned bits, const char* type) {
  return "<reg name=\"" + name + "\" bitsize=\"" + std::to_string(bits) + "\" regnum=\"" +
         std::to_string(number) + "\" type=\"" + type + "\"/>";
}

}  // namespace

std::string gdb_description(unsigned xlen) {
  std::string text =
      "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target>"
      "<architecture>riscv:rv" +
      std::to_string(xlen) + "</architecture><feature name=\"org.gnu.gdb.riscv.cpu\">";
  for (unsigned index = 0; index < kGdbPc; index++) {
    const char* type = index == 1 ? "code_ptr" : index >= 2 && index <= 4 ? "data_ptr" : "int";
    text += line(kNames[index], index, xlen, type);
  }
  text += line("pc", kGdbPc, xlen, "code_ptr");
  text += "</feature><feature name=\"org.gnu.gdb.riscv.csr\">";
  for (const Csr& csr : kCsrs) text += line(csr.name, kGdbCsr + csr.address, xlen, "int");
  text += "</feature><feature name=\"org.gnu.gdb.riscv.virtual\">";
  text += line("priv", kGdbPrivilege, xlen, "int");
  return text + "</feature></target>";
}

}  // namespace fy
