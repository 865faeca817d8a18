// Every prototype of the pages by the name of its row; for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vconform::adapters::intrinsics {

struct VectorArguments {
  std::uint64_t dst = 0;
  std::uint64_t src = 0;
  int repeat = 1;
  int dst_block_stride = 1;
  int src_block_stride = 1;
  int dst_repeat_stride = 8;
  int src_repeat_stride = 8;
};

struct MatrixArguments {
  std::uint64_t dst = 0;
  std::uint64_t src = 0;
  int n_size = 16;
  int m_size = 16;
  int dst_stride = 1;
  int src_stride = 16;
  std::uint64_t quant_pre = 0;
  int relu_pre = 0;
  int nz2nd_en = 0;
};

// Addresses are those of the prototypes: pointers of the host, or offsets.
struct VectorCaller {
  // As spec::instruction_name says it.
  std::string instruction;
  void (*call)(const VectorArguments& arguments);
};

struct MatrixCaller {
  std::string instruction;
  void (*call)(const MatrixArguments& arguments);
  // The form with two words.
  void (*call_by_words)(const MatrixArguments& arguments);
};

// One for each prototype, in the order of the header.
const std::vector<VectorCaller>& vector_callers();
const std::vector<MatrixCaller>& matrix_callers();

}  // namespace vconform::adapters::intrinsics
