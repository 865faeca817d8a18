//! The numbers and structs of vconform_adapter.h, which says what each means, except operations. They
//! have the same names here, without `vconform_` and `VCONFORM_`.
#![allow(dead_code)]

use std::os::raw::{c_char, c_void};

pub const ABI_VERSION: u32 = 1;

// ---- Numbers ----

/// Number types. An s4 array holds element 2k in the low nibble of byte k.
pub const S4: u32 = 0;
pub const S8: u32 = 1;
pub const S16: u32 = 2;
pub const S32: u32 = 3;
pub const S64: u32 = 4;
pub const U8: u32 = 5;
pub const F16: u32 = 6;
pub const BF16: u32 = 7;
pub const F32: u32 = 8;
pub const U16: u32 = 9;
pub const U32: u32 = 10;
pub const U64: u32 = 11;
pub const F64: u32 = 12;

/// Suffixes of vconv: none, r, a, f, c, z, o.
pub const ROUND_NULL: u32 = 0;
pub const ROUND_R: u32 = 1;
pub const ROUND_A: u32 = 2;
pub const ROUND_F: u32 = 3;
pub const ROUND_C: u32 = 4;
pub const ROUND_Z: u32 = 5;
pub const ROUND_O: u32 = 6;

pub const UB: u32 = 0;
pub const L1: u32 = 1;
pub const L0C: u32 = 2;
pub const GM: u32 = 3;
pub const FIXPIPE_BUFFER: u32 = 4;
pub const MEMORY_COUNT: usize = 5;

/// Logical positions, for DataCopy.
pub const VECIN: u32 = 0;
pub const VECCALC: u32 = 1;
pub const VECOUT: u32 = 2;
pub const A1: u32 = 3;
pub const B1: u32 = 4;
pub const TSCM: u32 = 5;
pub const CO1: u32 = 6;
pub const CO2: u32 = 7;
pub const POSITION_GM: u32 = 8;

pub const REGISTER_MASK: u32 = 0;
pub const REGISTER_CTRL: u32 = 1;
pub const REGISTER_DEQSCALE: u32 = 2;
pub const REGISTER_ND_PARA: u32 = 3;
pub const REGISTER_LRELU_ALPHA: u32 = 4;
pub const REGISTER_QUANT_PRE: u32 = 5;
pub const REGISTER_FPC: u32 = 6;

pub const DEQS162B8H: u32 = 0;
pub const DEQS162B8L: u32 = 1;
pub const VDEQS162B8H: u32 = 2;
pub const VDEQS162B8L: u32 = 3;
pub const DEQS322F16: u32 = 4;

pub const CAST_DEQ_COUNT: u32 = 0;
pub const CAST_DEQ_CONTIGUOUS: u32 = 1;
pub const CAST_DEQ_BITWISE: u32 = 2;

pub const QUANT_NONE: u64 = 0;
pub const QUANT_F322F16: u64 = 1;
pub const QUANT_VREQ8: u64 = 8;
pub const QUANT_REQ8: u64 = 9;
pub const QUANT_VDEQF16: u64 = 10;
pub const QUANT_DEQF16: u64 = 11;
pub const QUANT_VSHIFTS322S16: u64 = 12;
pub const QUANT_SHIFTS322S16: u64 = 13;
pub const QUANT_F322BF16: u64 = 16;
pub const QUANT_VREQ4: u64 = 21;
pub const QUANT_REQ4: u64 = 22;
pub const QUANT_VQF322B8_PRE: u64 = 23;
pub const QUANT_QF322B8_PRE: u64 = 24;
pub const QUANT_VQF322S4: u64 = 25;
pub const QUANT_QF322S4: u64 = 26;

pub const BLOCK_MODE_NORMAL: u32 = 0;
pub const BLOCK_MODE_MATRIX: u32 = 1;
pub const BLOCK_MODE_VECTOR: u32 = 2;

pub const DEQ_NONE: u32 = 0;
pub const DEQ: u32 = 1;
pub const VDEQ: u32 = 2;
pub const DEQ8: u32 = 3;
pub const VDEQ8: u32 = 4;
pub const DEQ16: u32 = 5;
pub const VDEQ16: u32 = 6;

pub const RELU_NONE: u32 = 0;
pub const RELU_NORMAL: u32 = 1;
pub const RELU_LEAKY: u32 = 2;
pub const RELU_PRELU: u32 = 3;

/// The variant of a row of DataCopy: a path and its computation.
pub const fn data_copy_variant(source: u32, destination: u32, deq_scale: u32, is_relu: u32) -> u32 {
    source << 24 | destination << 16 | deq_scale << 8 | is_relu
}

pub const FAMILY_VCONV: u32 = 0;
pub const FAMILY_DEQ: u32 = 1;
pub const FAMILY_CAST_DEQ: u32 = 2;
pub const FAMILY_COPY_MATRIX: u32 = 3;
pub const FAMILY_DATA_COPY: u32 = 4;

pub const FEATURE_SATURATE: u32 = 1 << 0;
pub const FEATURE_KEEP_INF: u32 = 1 << 1;
pub const FEATURE_CTRL59: u32 = 1 << 2;
pub const FEATURE_MASK: u32 = 1 << 3;
pub const FEATURE_COUNTER: u32 = 1 << 4;
pub const FEATURE_REPEAT: u32 = 1 << 5;
pub const FEATURE_STRIDES: u32 = 1 << 6;
pub const FEATURE_IN_PLACE: u32 = 1 << 7;
pub const FEATURE_RELU: u32 = 1 << 8;
pub const FEATURE_ND: u32 = 1 << 9;
pub const FEATURE_CHANNEL_SPLIT: u32 = 1 << 10;
pub const FEATURE_VECTOR_QUANT: u32 = 1 << 11;
pub const FEATURE_RELU_NORMAL: u32 = 1 << 12;
pub const FEATURE_RELU_LEAKY: u32 = 1 << 13;
pub const FEATURE_RELU_PRELU: u32 = 1 << 14;
pub const BY_EXECUTE: u32 = 1 << 16;
pub const BY_CONVERT: u32 = 1 << 17;
pub const BY_ELEMENT: u32 = 1 << 18;

pub const ARGUMENT_CHECKING: u32 = 1 << 0;
pub const THREAD_SAFE: u32 = 1 << 1;

pub const ORDER_UNDECLARED: u32 = 0;
pub const ORDER_REPEAT: u32 = 1;
pub const ORDER_BLOCK: u32 = 2;
pub const ORDER_SNAPSHOT: u32 = 3;

// ---- Claims ----

/// A vconform_capability.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Row {
    pub family: u32,
    pub variant: u32,
    pub source_type: u32,
    pub destination_type: u32,
    /// Bit ROUND_x.
    pub roundings: u32,
    /// FEATURE_x, and at most one BY_x.
    pub features: u32,
}

#[repr(C)]
pub struct Capabilities {
    pub(super) struct_size: u32,
    pub(super) flags: u32,
    pub(super) overlap_order: u32,
    pub(super) stride_bits: u32,
    pub(super) row_count: u32,
    pub(super) row_size: u32,
    pub(super) rows: *const Row,
    pub(super) choice_count: u32,
    pub(super) reserved: u32,
    pub(super) choices: *const *const c_char,
    pub(super) largest_memory: u64,
    pub(super) operations: *const c_void,
    pub(super) operation_count: u32,
    pub(super) operation_size: u32,
}

// ---- Steps ----

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Address {
    pub offset: u64,
    pub memory: u32,
    pub(super) reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct SetRegister {
    pub register_id: u32,
    pub(super) reserved: u32,
    pub value: [u64; 2],
}

#[repr(C)]
#[allow(non_snake_case)]
#[derive(Clone, Copy)]
pub struct Vconv {
    pub source_type: u32,
    pub destination_type: u32,
    pub rounding: u32,
    pub repeat: u32,
    pub dst: Address,
    pub src: Address,
    pub dstBlockStride: u16,
    pub srcBlockStride: u16,
    pub dstRepeatStride: u16,
    pub srcRepeatStride: u16,
}

#[repr(C)]
#[allow(non_snake_case)]
#[derive(Clone, Copy)]
pub struct Deq {
    pub form: u32,
    pub destination_type: u32,
    pub repeat: u32,
    pub(super) reserved: u32,
    pub dst: Address,
    pub src: Address,
    pub dstBlockStride: u16,
    pub srcBlockStride: u16,
    pub dstRepeatStride: u16,
    pub srcRepeatStride: u16,
}

#[repr(C)]
#[allow(non_snake_case)]
#[derive(Clone, Copy)]
pub struct CastDeq {
    pub form: u32,
    pub source_type: u32,
    pub destination_type: u32,
    pub count: u32,
    pub mask: [u64; 2],
    pub dst: Address,
    pub src: Address,
    pub repeat_time: u32,
    pub dstBlkStride: u16,
    pub srcBlkStride: u16,
    pub dstRepStride: u16,
    pub srcRepStride: u16,
    pub is_set_mask: u8,
    pub is_vec_deq: u8,
    pub half_block: u8,
    pub(super) reserved: u8,
}

#[repr(C)]
#[allow(non_snake_case)]
#[derive(Clone, Copy)]
pub struct CopyMatrix {
    pub source_type: u32,
    pub destination_type: u32,
    pub dst: Address,
    pub src: Address,
    pub QuantPRE: u64,
    pub dstStride_dst_D: u32,
    pub NSize: u32,
    pub MSize: u32,
    pub srcStride: u32,
    pub sid: u8,
    pub UnitFlagMode: u8,
    pub ReLUPRE: u8,
    pub channelSplit: u8,
    pub NZ2ND_EN: u8,
    pub(super) reserved: [u8; 3],
}

#[repr(C)]
#[allow(non_snake_case)]
#[derive(Clone, Copy)]
pub struct DataCopy {
    pub source_type: u32,
    pub destination_type: u32,
    pub source_position: u32,
    pub destination_position: u32,
    pub dst: Address,
    pub src: Address,
    pub blockCount: u16,
    pub blockLen: u16,
    pub srcStride: u16,
    pub dstStride: u16,
    pub blockMode: u32,
    pub deqScale: u32,
    pub deqValue: u64,
    pub deqTensorAddr: u64,
    pub sidStoreMode: u8,
    pub isRelu: u8,
    pub padMode: u8,
    pub(super) reserved: [u8; 5],
    pub padValue: u64,
}

#[repr(C)]
pub struct RawStep {
    pub(super) struct_size: u32,
    pub(super) kind: u32,
    // The structs above, each of which may begin at an u64.
    pub(super) body: [u64; 32],
}

#[repr(C)]
pub struct RawMemory {
    pub(super) data: *mut u8,
    pub(super) size: u64,
}

#[repr(C)]
pub struct RawMemories {
    pub(super) struct_size: u32,
    pub(super) reserved: u32,
    pub(super) memory: [RawMemory; MEMORY_COUNT],
}

// ---- One element ----

/// A vconform_element.
#[repr(C)]
pub struct Element {
    pub(super) struct_size: u32,
    pub family: u32,
    pub variant: u32,
    pub source_type: u32,
    pub destination_type: u32,
    pub relu: u32,
    pub source: u64,
    pub word: u64,
    pub ctrl: u64,
    pub alpha: u32,
    pub(super) reserved: u32,
}

// ---- The table ----

pub type Convert =
    extern "C" fn(*mut c_void, *const c_void, *mut c_void, u64, u32, u32, u32, u64) -> u32;
pub type ExecuteOne = extern "C" fn(*mut c_void, *const c_void, u64, *mut RawMemories) -> u32;

#[repr(C)]
pub struct Table {
    pub(super) struct_size: u32,
    pub(super) abi_version: u32,
    pub(super) name: *const c_char,
    pub(super) version: *const c_char,
    pub(super) create: extern "C" fn() -> *mut c_void,
    pub(super) destroy: extern "C" fn(*mut c_void),
    pub(super) last_error: extern "C" fn(*mut c_void) -> *const c_char,
    pub(super) capabilities: extern "C" fn(*mut c_void) -> *const Capabilities,
    pub(super) execute: Option<ExecuteOne>,
    pub(super) execute_batch: Option<extern "C" fn()>,
    pub(super) convert: Option<Convert>,
    pub(super) report: Option<extern "C" fn()>,
    pub(super) element: Option<extern "C" fn(*mut c_void, *const Element, *mut u64) -> u32>,
}
// Only functions and texts that live as long as the program.
unsafe impl Sync for Table {}

// As the compiler of the suite lays them out.
const _: () = {
    use std::mem::size_of;
    assert!(size_of::<Row>() == 24 && size_of::<Element>() == 56 && size_of::<Address>() == 16);
    assert!(size_of::<SetRegister>() == 24 && size_of::<Vconv>() == 56 && size_of::<Deq>() == 56);
    assert!(size_of::<CastDeq>() == 80 && size_of::<CopyMatrix>() == 72);
    assert!(size_of::<DataCopy>() == 96 && size_of::<RawStep>() == 264);
    assert!(size_of::<RawMemories>() == 88 && size_of::<Capabilities>() == 72);
    assert!(size_of::<Table>() == 96);
};
