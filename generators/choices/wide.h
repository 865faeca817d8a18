// 128-bit integers, in which ties are solved exactly.
#pragma once

namespace vconform::generators {

__extension__ typedef unsigned __int128 Wide;

}  // namespace vconform::generators
