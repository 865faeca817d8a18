//! Adapters in Rust: the C ABI of vconform_adapter.h, with a trait in place of a table. Its numbers
//! and structs are in vconform_abi.rs, programs for `execute` in vconform_programs.rs;
//! its comments say what each number and field means.
//!
//! ```
//! #[path = "adapters/vconform.rs"]
//! mod vconform;
//!
//! struct MyLibrary;
//! impl vconform::Adapter for MyLibrary { ... }
//! vconform::vconform_adapter!(MyLibrary, "my library", "1.0", [convert]);
//! ```
//!
//! The list says which of convert, element and execute the library has. A context is a value of the
//! type: `new` makes it, and it is dropped when the suite is done with it. `Err` and panics become
//! answers, whose text the suite prints. Needs the standard library only, Rust 1.63 or later, and
//! unwinding panics: with `-C panic=abort` a panic is a crash.
#![allow(dead_code)]

use std::ffi::CString;
use std::os::raw::{c_char, c_void};
use std::panic::{catch_unwind, AssertUnwindSafe};

#[path = "vconform_abi.rs"]
mod abi;
#[path = "vconform_programs.rs"]
mod programs;
pub use abi::*;
pub use programs::*;

// ---- Answers ----

/// Why there is no result, each with one line for the report.
pub enum Failure {
    /// There is no such instruction, mode or feature. On a claimed row this breaks the claim.
    Unsupported(String),
    /// The arguments are outside the documented range; nothing has been written.
    Rejected(String),
    /// The library failed.
    Failed(String),
}

pub type Answer<T> = Result<T, Failure>;

pub fn unsupported<T>(why: &str) -> Answer<T> {
    Err(Failure::Unsupported(why.to_string()))
}
pub fn rejected<T>(why: &str) -> Answer<T> {
    Err(Failure::Rejected(why.to_string()))
}

// ---- Claims ----

/// The bits for `Row::roundings`, from the suffixes as the pages write them, '-' for none: "-rafcz".
pub fn roundings(suffixes: &str) -> u32 {
    suffixes.chars().fold(0, |bits, suffix| match "-rafczo".find(suffix) {
        Some(number) => bits | 1 << number,
        None => panic!("a rounding suffix is one of -rafczo"),
    })
}

/// A pair of vconv with these suffixes and features.
pub fn vconv(source_type: u32, destination_type: u32, suffixes: &str, features: u32) -> Row {
    let roundings = roundings(suffixes);
    Row { family: FAMILY_VCONV, variant: 0, source_type, destination_type, roundings, features }
}

/// The fields of vconform_capabilities, except operations.
#[derive(Default)]
pub struct Claims {
    pub rows: Vec<Row>,
    /// ARGUMENT_CHECKING, THREAD_SAFE.
    pub flags: u32,
    pub overlap_order: u32,
    pub stride_bits: u32,
    /// Permissive readings asked for, each "rule=reading".
    pub choices: Vec<&'static str>,
    pub largest_memory: u64,
}

// ---- The form convert ----

/// Types whose values are the elements of an array; s4 arrays are u8.
///
/// # Safety
/// Any bytes are a value of the type.
pub unsafe trait Number: Copy {
    fn is(number_type: u32) -> bool;
}
macro_rules! numbers {
    ($($own:ty: $($number_type:ident)|+;)+) => {
        $(unsafe impl Number for $own {
            fn is(number_type: u32) -> bool {
                [$($number_type),+].contains(&number_type)
            }
        })+
    };
}
numbers! {
    i8: S8; i16: S16; i32: S32; i64: S64;
    u8: U8 | S4; u16: U16 | F16 | BF16; u32: U32 | F32; u64: U64 | F64;
    f32: F32; f64: F64;
}

/// The arguments of convert: `n` elements packed without gaps, in two arrays that do not overlap.
pub struct Arrays {
    source: *const c_void,
    destination: *mut c_void,
    pub n: usize,
    pub source_type: u32,
    pub destination_type: u32,
    /// ROUND_x.
    pub rounding: u32,
    /// The CTRL register.
    pub ctrl: u64,
}

impl Arrays {
    fn length(&self, number_type: u32) -> usize {
        if number_type == S4 {
            (self.n + 1) / 2
        } else {
            self.n
        }
    }

    /// Both arrays, if the elements are of these types: 16-bit floats as u16, s4 as u8 of two.
    pub fn of<From: Number, To: Number>(&mut self) -> Answer<(&[From], &mut [To])> {
        if !From::is(self.source_type) || !To::is(self.destination_type) {
            return unsupported("no such pair of types");
        }
        // The suite hands over arrays of so many elements, aligned to 32 bytes, that do not overlap.
        unsafe {
            Ok((
                std::slice::from_raw_parts(self.source.cast(), self.length(self.source_type)),
                std::slice::from_raw_parts_mut(
                    self.destination.cast(),
                    self.length(self.destination_type),
                ),
            ))
        }
    }
}

// ---- The table ----

/// A library, and what the suite calls. Of the last three it has those that vconform_adapter! lists.
pub trait Adapter: Sized {
    /// Called in the process that judges nothing else; may fail with a reason.
    fn new() -> Answer<Self>;
    fn claims(&self) -> Claims;
    /// Converts arrays of one pair of vconv.
    fn convert(&mut self, _arrays: &mut Arrays) -> Answer<()> {
        unsupported("convert is not written")
    }
    /// The pattern of one element of a dequantisation, or of a copy that computes.
    fn element(&mut self, _element: &Element) -> Answer<u64> {
        unsupported("element is not written")
    }
    /// Executes a program in order.
    fn execute(&mut self, _steps: Steps, _memories: &mut Memories) -> Answer<()> {
        unsupported("execute is not written")
    }
}

/// A library with its claims as the ABI has them.
struct Context<A> {
    library: A,
    error: CString,
    capabilities: Capabilities,
    // What `capabilities` points at.
    _rows: Vec<Row>,
    _choices: (Vec<CString>, Vec<*const c_char>),
}

thread_local! {
    // Why the last context could not be created in this thread.
    static CREATION: std::cell::RefCell<CString> = std::cell::RefCell::default();
}

fn text_of(why: &str) -> CString {
    CString::new(why.replace(['\0', '\n', '\r'], " ")).unwrap_or_default()
}

/// Calls, and turns a failure or a panic into the number and the text that the ABI answers.
fn answer_of<T>(call: impl FnOnce() -> Answer<T>) -> Result<T, (u32, CString)> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(Failure::Unsupported(why))) => Err((1, text_of(&why))),
        Ok(Err(Failure::Rejected(why))) => Err((2, text_of(&why))),
        Ok(Err(Failure::Failed(why))) => Err((3, text_of(&why))),
        Err(panic) => {
            let why = panic.downcast_ref::<&str>().map(|text| text.to_string());
            let why = why.or_else(|| panic.downcast_ref::<String>().cloned());
            Err((3, text_of(&why.unwrap_or_else(|| "a panic".to_string()))))
        }
    }
}

fn context_of<A: Adapter>() -> Answer<Context<A>> {
    let library = A::new()?;
    let claims = library.claims();
    let texts: Vec<CString> = claims.choices.iter().map(|text| text_of(text)).collect();
    let choices: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
    let capabilities = Capabilities {
        struct_size: std::mem::size_of::<Capabilities>() as u32,
        flags: claims.flags,
        overlap_order: claims.overlap_order,
        stride_bits: claims.stride_bits,
        row_count: claims.rows.len() as u32,
        row_size: std::mem::size_of::<Row>() as u32,
        rows: claims.rows.as_ptr(),
        choice_count: choices.len() as u32,
        reserved: 0,
        choices: choices.as_ptr(),
        largest_memory: claims.largest_memory,
        operations: std::ptr::null(),
        operation_count: 0,
        operation_size: 0,
    };
    let error = CString::default();
    Ok(Context { library, error, capabilities, _rows: claims.rows, _choices: (texts, choices) })
}

extern "C" fn create<A: Adapter>() -> *mut c_void {
    match answer_of(context_of::<A>) {
        Ok(context) => Box::into_raw(Box::new(context)).cast(),
        Err((_, why)) => {
            CREATION.with(|text| *text.borrow_mut() = why);
            std::ptr::null_mut()
        }
    }
}

// The suite passes what create() returned, to one thread at a time, and null to last_error() only.
unsafe fn this<'a, A>(context: *mut c_void) -> &'a mut Context<A> {
    &mut *context.cast()
}

extern "C" fn destroy<A: Adapter>(context: *mut c_void) {
    let _ = catch_unwind(|| drop(unsafe { Box::from_raw(context.cast::<Context<A>>()) }));
}

extern "C" fn last_error<A: Adapter>(context: *mut c_void) -> *const c_char {
    if context.is_null() {
        return CREATION.with(|text| text.borrow().as_ptr());
    }
    unsafe { this::<A>(context) }.error.as_ptr()
}

extern "C" fn capabilities<A: Adapter>(context: *mut c_void) -> *const Capabilities {
    &unsafe { this::<A>(context) }.capabilities
}

fn answered<A, T>(context: *mut c_void, call: impl FnOnce(&mut A) -> Answer<T>) -> Result<T, u32> {
    let context = unsafe { this::<A>(context) };
    let library = &mut context.library;
    answer_of(|| call(library)).map_err(|(number, why)| {
        context.error = why;
        number
    })
}

#[allow(clippy::too_many_arguments)]
extern "C" fn convert<A: Adapter>(
    context: *mut c_void,
    source: *const c_void,
    destination: *mut c_void,
    n: u64,
    source_type: u32,
    destination_type: u32,
    rounding: u32,
    ctrl: u64,
) -> u32 {
    let n = n as usize;
    let mut arrays =
        Arrays { source, destination, n, source_type, destination_type, rounding, ctrl };
    answered(context, |library: &mut A| library.convert(&mut arrays)).err().unwrap_or(0)
}

extern "C" fn element<A: Adapter>(
    context: *mut c_void,
    element: *const Element,
    result: *mut u64,
) -> u32 {
    match answered(context, |library: &mut A| library.element(unsafe { &*element })) {
        Ok(pattern) => {
            unsafe { *result = pattern };
            0
        }
        Err(number) => number,
    }
}

extern "C" fn execute<A: Adapter>(
    context: *mut c_void,
    steps: *const c_void,
    step_count: u64,
    memories: *mut RawMemories,
) -> u32 {
    let steps = Steps { next: steps.cast(), left: step_count, program: std::marker::PhantomData };
    answered(context, |library: &mut A| {
        library.execute(steps, &mut Memories(unsafe { &mut *memories }))
    })
    .err()
    .unwrap_or(0)
}

/// Which of convert, element and execute a library has.
pub struct Forms {
    pub convert: bool,
    pub element: bool,
    pub execute: bool,
}

/// For vconform_adapter! only; `name` and `version` end with a zero.
pub const fn table<A: Adapter>(name: &'static str, version: &'static str, forms: Forms) -> Table {
    Table {
        struct_size: std::mem::size_of::<Table>() as u32,
        abi_version: ABI_VERSION,
        name: name.as_ptr().cast(),
        version: version.as_ptr().cast(),
        create: create::<A>,
        destroy: destroy::<A>,
        last_error: last_error::<A>,
        capabilities: capabilities::<A>,
        execute: if forms.execute { Some(execute::<A>) } else { None },
        execute_batch: None,
        convert: if forms.convert { Some(convert::<A>) } else { None },
        report: None,
        element: if forms.element { Some(element::<A>) } else { None },
    }
}

/// Exports the library: its type, name (printable ASCII, at most 64 characters), version, and forms.
macro_rules! vconform_adapter {
    ($library:ty, $name:literal, $version:literal, [$($form:ident),+]) => {
        static VCONFORM_TABLE: vconform::Table = vconform::table::<$library>(
            concat!($name, "\0"),
            concat!($version, "\0"),
            vconform::Forms {
                $($form: true,)+
                ..vconform::Forms { convert: false, element: false, execute: false }
            },
        );

        #[no_mangle]
        pub extern "C" fn vconform_get_adapter(abi_version: u32) -> *const vconform::Table {
            if abi_version == vconform::ABI_VERSION { &VCONFORM_TABLE } else { std::ptr::null() }
        }
    };
}
pub(crate) use vconform_adapter;
