// The library libvconform_mechanical.so: golden, rewritten so that one site at a time can be wrong.
//
// vconform_get_named_adapter() gives the adapter "mechanical:N", golden with site N wrong, or
// golden itself for N = 0; with "mechanical:N:RULE=READING" it is the backend golden:RULE=READING
// that is wrong. The library has one chosen site: the last one asked for. Null for another ABI
// version or an unknown name. vconform_get_adapter() gives golden itself, "mechanical:0".
#pragma once

#include <cstdint>

#include "adapters/mutants/mechanical/site_table.h"
#include "adapters/vconform_adapter.h"

extern "C" {

// The sites, numbered from 1 on.
VCONFORM_EXPORT const vconform_mechanical_site* vconform_mechanical_sites(std::uint32_t* count);

// A byte for each site, by number, which becomes 1 when the site runs. The caller may clear it.
VCONFORM_EXPORT unsigned char* vconform_mechanical_runs();
}
