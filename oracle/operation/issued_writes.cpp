#include "oracle/operation/issued_writes.h"

#include <algorithm>
#include <variant>

#include "oracle/operation/call_writes.h"
#include "oracle/operation/host_array.h"

namespace vconform::oracle {

namespace {

// An instruction's; of a register write nothing.
spec::Address destination_of(const spec::Step& step) {
  return std::visit(
      [](const auto& one) {
        if constexpr (requires { one.dst; }) {
          return one.dst;
        } else {
          return spec::Address{};
        }
      },
      step);
}

}  // namespace

Writer writer_of(const spec::IssuedReport& report, spec::MemoryId memory, Nibble place,
                 const spec::Choices& choices) {
  Writer writer;
  writer.is_certain = report.count == report.calls.size();
  const std::uint64_t byte = place / kNibblesPerByte;
  std::uint64_t left = kMostWalkedElements;
  for (const spec::IssuedCall& call : report.calls) {
    const bool is_walked =
        for_each_write(call, memory, choices, left, [&](std::uint64_t first, std::uint64_t end) {
          writer.call = byte >= first && byte < end ? &call : writer.call;
        });
    writer.is_certain = writer.is_certain && is_walked;
  }
  return writer;
}

const spec::IssuedCall* computed_in_scratch(const spec::IssuedReport& report,
                                            const spec::Operation& operation) {
  const auto found = std::ranges::find_if(report.calls, [&](const spec::IssuedCall& call) {
    const auto cell = call.instruction ? spec::cell_of(*call.instruction) : std::nullopt;
    if (!call.was_executed || !cell ||
        cell->conversion().destination != operation.cell.conversion().destination) {
      return false;
    }
    const spec::Address dst = destination_of(*call.instruction);
    const std::uint64_t first = operation.scratch.offset;
    return is_in_host_array(dst) ||
           (dst.memory == operation.scratch.memory && dst.offset >= first &&
            dst.offset - first < operation.scratch_bytes);
  });
  return found == report.calls.end() ? nullptr : &*found;
}

WrittenBytes written_by_calls(const spec::IssuedReport& report, spec::MemoryId memory,
                              std::uint64_t bytes, const spec::Choices& choices) {
  WrittenBytes written{std::vector<std::uint8_t>(bytes), report.count == report.calls.size()};
  std::uint64_t left = kMostWalkedElements;
  for (const spec::IssuedCall& call : report.calls) {
    const bool is_walked =
        for_each_write(call, memory, choices, left, [&](std::uint64_t first, std::uint64_t end) {
          for (std::uint64_t at = first; at < std::min(end, bytes); ++at) {
            written.is_written[at] = 1;
          }
        });
    written.is_certain = written.is_certain && is_walked;
  }
  return written;
}

}  // namespace vconform::oracle
