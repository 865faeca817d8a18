// The instructions of a seccomp filter, rule by rule.
#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace vconform::adapters {

// Every rule except the last returns an error for some calls and passes the others on to the next
// rule. Arguments are compared as 32 bits: in the kernel those of the calls here are int or
// unsigned int.
class FilterProgram {
 public:
  using Values = std::initializer_list<std::uint32_t>;

  // Must precede the first rule about calls; allow_architecture includes it.
  void load_number() { load(offsetof(seccomp_data, nr)); }

  // Refuses all calls if the architecture's number is another, and those with the bits of
  // `foreign_numbers` in the number of the call.
  void allow_architecture(std::uint32_t architecture, std::uint32_t foreign_numbers) {
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
    refuse(EPERM);
    load_number();
    if (foreign_numbers != 0) {
      add(BPF_JMP | BPF_JSET | BPF_K, foreign_numbers, 0, 1);
      refuse(EPERM);
    }
  }

  void refuse_call(long call, int error = EPERM) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
    refuse(error);
  }

  // Refuses the call unless its argument is one of `allowed`.
  void refuse_unless(long call, unsigned argument, Values allowed) {
    begin(call, argument, 2 + allowed.size());
    std::size_t left = allowed.size();
    for (const std::uint32_t value : allowed) {
      add(BPF_JMP | BPF_JEQ | BPF_K, value, static_cast<std::uint8_t>(left--), 0);
    }
    refuse(EPERM);
    load_number();
  }

  // Refuses the call if its argument is one of `refused`.
  void refuse_if(long call, unsigned argument, Values refused) {
    begin(call, argument, 3 + refused.size());
    std::size_t left = refused.size();
    for (const std::uint32_t value : refused) {
      add(BPF_JMP | BPF_JEQ | BPF_K, value, static_cast<std::uint8_t>(left--), 0);
    }
    add(BPF_JMP | BPF_JA, 1, 0, 0);
    refuse(EPERM);
    load_number();
  }

  // Refuses the call if its argument has one of the bits.
  void refuse_bits(long call, unsigned argument, std::uint32_t bits) {
    begin(call, argument, 3);
    add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    refuse(EPERM);
    load_number();
  }

  // Refuses the call if `argument` is `command` and the next one is not one of `allowed`.
  void refuse_command_unless(long call, unsigned argument, std::uint32_t command, Values allowed) {
    begin(call, argument, 4 + allowed.size());
    add(BPF_JMP | BPF_JEQ | BPF_K, command, 0, static_cast<std::uint8_t>(2 + allowed.size()));
    load(argument_offset(argument + 1));
    std::size_t left = allowed.size();
    for (const std::uint32_t value : allowed) {
      add(BPF_JMP | BPF_JEQ | BPF_K, value, static_cast<std::uint8_t>(left--), 0);
    }
    refuse(EPERM);
    load_number();
  }

  // The last rule.
  void allow_the_rest() { add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0); }

  std::vector<sock_filter>& instructions() { return instructions_; }

 private:
  // Loads the argument if it is this call, otherwise skips `size` instructions, those of the rule
  // that follow the load.
  void begin(long call, unsigned argument, std::size_t size) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0,
        static_cast<std::uint8_t>(size + 1));
    load(argument_offset(argument));
  }
  // The low half, since the host is little-endian.
  static std::uint32_t argument_offset(unsigned argument) {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) +
                                      argument * sizeof(std::uint64_t));
  }
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset), 0, 0);
  }
  void refuse(int error) {
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error), 0, 0);
  }
  void add(int code, std::uint32_t k, std::uint8_t if_true, std::uint8_t if_false) {
    instructions_.push_back({static_cast<std::uint16_t>(code), if_true, if_false, k});
  }

  std::vector<sock_filter> instructions_;
};

}  // namespace vconform::adapters
