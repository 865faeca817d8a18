#include "generators/sweep/copies.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/choices/random_words.h"
#include "generators/data_copy/question.h"
#include "generators/vector/masks.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/digest.h"

namespace vconform::generators {

namespace {

using spec::Feature;

RandomWords words_for(const SweepDomain& domain, std::uint64_t number) {
  return RandomWords(spec::digest_with(
      spec::digest_with(spec::digest_with(spec::kEmptyDigest, domain.cell.row), domain.ctrl),
      number));
}

template <typename T, std::size_t kCount>
const T& pick(RandomWords& random, const std::array<T, kCount>& list) {
  return list[static_cast<std::size_t>(random.below(kCount))];
}

// Columns, of which each has kSweptElements / columns rows. Every row of the tables takes them: 64
// columns of b4, blocks of 32 channels.
constexpr std::array<std::uint64_t, 5> kColumns = {64, 128, 256, 512, 1024};
constexpr std::array<std::uint64_t, 4> kGaps = {1, 2, 8, 17};

void vary(MatrixShape& shape, const spec::Conversion& row, spec::FeatureSet claimed,
          RandomWords& random) {
  const std::uint64_t gap = claimed.has(Feature::kStrides) ? pick(random, kGaps) : 0;
  if (!claimed.has(Feature::kNd) || random.below(2) == 0) {
    shape.dst_stride += gap;
    return;
  }
  // Matrices of whole fractals lie without gaps in L0C.
  const std::uint64_t count = shape.m_size % (2 * spec::kFractalRows) == 0 ? 2 : 1;
  shape = contiguous_nd(row, shape.n_size, shape.m_size / count, count);
  shape.dst_stride += 2 * gap;
  shape.dst_nd_stride = shape.rows() * shape.dst_stride;
}

MatrixCall matrix_call(const SweepDomain& domain, spec::FeatureSet claimed, std::uint64_t word,
                       bool is_varied, RandomWords& random) {
  MatrixCall call;
  call.cell = domain.cell;
  call.registers.ctrl = domain.ctrl;
  call.registers.mask = kFullMask;
  const std::uint64_t columns = pick(random, kColumns);
  call.shape = contiguous_matrix(call.row(), columns, kSweptElements / columns);
  call.words.word = word;
  if (is_varied) {
    vary(call.shape, call.row(), claimed, random);
    call.words.quant_vector =
        claimed.has(Feature::kVectorQuant) && spec::quant_code_of(call.row()).reads_quant_word();
    // The same in each column: a value meets one word, wherever it stands.
    for (std::uint64_t n = 0; call.words.quant_vector && n < call.shape.columns(); ++n) {
      call.words.planted[n] = word;
    }
  }
  return call;
}

BlockCall block_call(const SweepDomain& domain, spec::FeatureSet claimed, std::uint64_t word,
                     bool is_varied, RandomWords& random) {
  constexpr std::array<std::uint64_t, 4> kCounts = {1, 2, 4, 8};
  constexpr std::array<std::uint64_t, 3> kSids = {2, 0, 1};
  BlockCall call;
  call.cell = domain.cell;
  call.ctrl = domain.ctrl;
  call.shape.mode = random.below(2) == 0 ? spec::BlockMode::kVector : spec::BlockMode::kMatrix;
  call.shape.count = claimed.has(Feature::kRepeat) ? pick(random, kCounts) : 1;
  call.shape.length = 1;
  call.shape.length = kSweptElements / (call.shape.count * block_elements(call.row(), call.shape));
  call.shape.sid = is_varied ? pick(random, kSids) : kSids[0];
  call.shape.dst_gap = is_varied && claimed.has(Feature::kStrides) ? pick(random, kGaps) : 0;
  call.words.is_relu = call.row().relu;
  put_word(call, word);
  return call;
}

}  // namespace

SweptCopy swept_copy(const SweepDomain& domain, spec::FeatureSet claimed, std::uint64_t first,
                     bool is_varied) {
  constexpr std::uint64_t kValuesPlacedAlike = std::uint64_t{1} << 27;
  constexpr std::uint64_t kMostUnits = 900;
  const spec::Conversion& row = domain.cell.conversion();
  RandomWords random = words_for(domain, is_varied ? ~first : first / kValuesPlacedAlike);
  const std::uint64_t word = swept_word(row, first);
  SweptCopy copy;
  if (row.family == spec::Family::kCopyMatrix) {
    copy.call = matrix_call(domain, claimed, word, is_varied, random);
    copy.pieces = matrix_pieces(std::get<MatrixCall>(copy.call));
  } else {
    copy.call = block_call(domain, claimed, word, is_varied, random);
    copy.pieces = block_pieces(std::get<BlockCall>(copy.call));
  }
  const auto piece = static_cast<std::size_t>(random.below(2));
  copy.room =
      plain_room(copy.pieces, {piece, random.below(kMostUnits) * copy.pieces[piece].alignment});
  return copy;
}

std::vector<spec::Step> steps_of(const SweptCopy& copy) {
  if (const auto* call = std::get_if<MatrixCall>(&copy.call)) {
    return matrix_steps(*call, copy.room);
  }
  const auto& call = std::get<BlockCall>(copy.call);
  return {spec::SetCtrl{call.ctrl}, block_step(call, copy.room)};
}

std::vector<spec::Placement> words_of(const SweptCopy& copy) {
  if (const auto* call = std::get_if<MatrixCall>(&copy.call)) {
    return word_placements(call->row(), call->words, call->shape.columns(), copy.at(2), copy.at(3));
  }
  const auto& call = std::get<BlockCall>(copy.call);
  return copy.pieces.size() <= 2
             ? std::vector<spec::Placement>()
             : vector_placements(call.row(), call.words, call.shape.blocks(), copy.at(2));
}

}  // namespace vconform::generators
