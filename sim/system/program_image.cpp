// SPDX-License-Identifier: Apache-2.0
#include "sim/system/program_image.h"

#include <elf.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "sim/design/error.h"

namespace fy {

namespace {

constexpr uint16_t kMachineRiscv = 243;

// The pieces of an ELF file that are named differently in the two classes.
struct Class32 {
  using Header = Elf32_Ehdr;
  using Program = Elf32_Phdr;
  using Section = Elf32_Shdr;
  using Symbol = Elf32_Sym;
};

struct Class64 {
  using Header = Elf64_Ehdr;
  using Program = Elf64_Phdr;
  using Section = Elf64_Shdr;
  using Symbol = Elf64_Sym;
};

template <typename Item>
Item item_at(const std::vector<uint8_t>& file, uint64_t offset, const std::string& path) {
  if (offset > file.size() || file.size() - offset < sizeof(Item)) {
    throw Error(path + " is cut short: an ELF header points behind its end; build it again");
  }
  Item item;
  std::memcpy(&item, file.data() + offset, sizeof item);
  return item;
}

template <typename Class>
void read_symbols(const std::vector<uint8_t>& file, const std::string& path,
                  const typename Class::Header& header, ProgramImage& image) {
  using Section = typename Class::Section;
  for (unsigned index = 0; index < header.e_shnum; index++) {
    const auto table =
        item_at<Section>(file, header.e_shoff + uint64_t{index} * header.e_shentsize, path);
    if (table.sh_type != SHT_SYMTAB) continue;
    const auto strings =
        item_at<Section>(file, header.e_shoff + uint64_t{table.sh_link} * header.e_shentsize, path);
    for (uint64_t at = 0; at + sizeof(typename Class::Symbol) <= table.sh_size;
         at += sizeof(typename Class::Symbol)) {
      const auto symbol = item_at<typename Class::Symbol>(file, table.sh_offset + at, path);
      const uint64_t name = strings.sh_offset + symbol.st_name;
      if (symbol.st_name == 0 || symbol.st_shndx == SHN_UNDEF || name >= file.size()) continue;
      const auto* text = reinterpret_cast<const char*>(file.data() + name);
      image.symbols.emplace(std::string(text, strnlen(text, file.size() - name)), symbol.st_value);
    }
  }
}

template <typename Class>
ProgramImage read_image(const std::vector<uint8_t>& file, const std::string& path, unsigned xlen) {
  const auto header = item_at<typename Class::Header>(file, 0, path);
  if (header.e_machine != kMachineRiscv || header.e_type != ET_EXEC) {
    throw Error(path + " is not a RISC-V executable; compile it with riscv64-unknown-elf-gcc");
  }
  ProgramImage image;
  image.xlen = xlen;
  image.entry = header.e_entry;
  for (unsigned index = 0; index < header.e_phnum; index++) {
    const auto part = item_at<typename Class::Program>(
        file, header.e_phoff + uint64_t{index} * header.e_phentsize, path);
    if (part.p_type != PT_LOAD || part.p_memsz == 0) continue;
    if (part.p_offset > file.size() || file.size() - part.p_offset < part.p_filesz) {
      throw Error(path + " is cut short: a segment lies behind its end; build it again");
    }
    Segment segment;
    segment.address = part.p_paddr;
    segment.memory_bytes = part.p_memsz;
    const auto from = file.begin() + static_cast<std::ptrdiff_t>(part.p_offset);
    segment.bytes.assign(from, from + static_cast<std::ptrdiff_t>(part.p_filesz));
    image.segments.push_back(std::move(segment));
  }
  if (image.segments.empty()) throw Error(path + " has nothing to load");
  read_symbols<Class>(file, path, header, image);
  return image;
}

}  // namespace

std::string hex(unsigned long long value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", value);
  return text;
}

std::optional<uint64_t> ProgramImage::symbol(const std::string& name) const {
  const auto found = symbols.find(name);
  if (found == symbols.end()) return std::nullopt;
  return found->second;
}

uint64_t ProgramImage::end() const {
  uint64_t last = 0;
  for (const Segment& segment : segments) {
    last = std::max(last, segment.address + segment.memory_bytes);
  }
  return last;
}

std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw Error("cannot read " + path + ": " + std::strerror(errno));
  std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw Error("cannot read " + path + ": " + std::strerror(errno));
  return bytes;
}

ProgramImage load_program(const std::string& path) {
  const std::vector<uint8_t> file = read_file(path);
  if (file.size() < EI_NIDENT || std::memcmp(file.data(), ELFMAG, SELFMAG) != 0) {
    throw Error(path + " is not an ELF program; give a folder of C files or a RISC-V ELF");
  }
  if (file[EI_DATA] != ELFDATA2LSB) throw Error(path + " is big-endian; the system is little");
  if (file[EI_CLASS] == ELFCLASS64) return read_image<Class64>(file, path, 64);
  return read_image<Class32>(file, path, 32);
}

}  // namespace fy
