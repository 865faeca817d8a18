//! The programs of the form `execute`: steps in order, and the memories that they act on.
#![allow(dead_code)]

use super::abi::*;
use super::{rejected, Answer};
use std::mem::size_of;

/// One step of a program.
pub enum Step<'a> {
    SetRegister(&'a SetRegister),
    Vconv(&'a Vconv),
    Deq(&'a Deq),
    CastDeq(&'a CastDeq),
    CopyMatrix(&'a CopyMatrix),
    DataCopy(&'a DataCopy),
    /// A kind that this file does not know.
    Other(u32),
}

/// The steps of a program, in order.
pub struct Steps<'a> {
    pub(super) next: *const RawStep,
    pub(super) left: u64,
    pub(super) program: std::marker::PhantomData<&'a RawStep>,
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        // A step is as long as it says, and the fields of its kind are there.
        unsafe {
            let step = self.next;
            self.next = step.cast::<u8>().add((*step).struct_size as usize).cast();
            let body: *const [u64; 32] = std::ptr::addr_of!((*step).body);
            Some(match (*step).kind {
                0 => Step::SetRegister(&*body.cast()),
                1 => Step::Vconv(&*body.cast()),
                2 => Step::Deq(&*body.cast()),
                3 => Step::CastDeq(&*body.cast()),
                4 => Step::CopyMatrix(&*body.cast()),
                5 => Step::DataCopy(&*body.cast()),
                kind => Step::Other(kind),
            })
        }
    }
}

/// The memories of a program.
pub struct Memories<'a>(pub(super) &'a mut RawMemories);

impl Memories<'_> {
    /// All bytes of a memory, UB and so on; empty if the program has no such memory.
    pub fn bytes(&mut self, memory: u32) -> &mut [u8] {
        // A suite of another version may know fewer of them.
        let known = (self.0.struct_size as usize).saturating_sub(8) / size_of::<RawMemory>();
        match self.0.memory.get(memory as usize).filter(|_| (memory as usize) < known) {
            // The memory belongs to the program while it is executed.
            Some(one) if !one.data.is_null() => unsafe {
                std::slice::from_raw_parts_mut(one.data, one.size as usize)
            },
            _ => &mut [],
        }
    }

    /// `size` bytes from an address on; rejected if they are not all in its memory.
    pub fn at(&mut self, address: Address, size: usize) -> Answer<&mut [u8]> {
        let end = (address.offset as usize).checked_add(size);
        match end.and_then(|end| self.bytes(address.memory).get_mut(address.offset as usize..end)) {
            Some(bytes) => Ok(bytes),
            None => rejected("an operand leaves its memory"),
        }
    }
}

impl Address {
    /// So many bytes further on.
    pub fn plus(self, bytes: u64) -> Address {
        Address { offset: self.offset + bytes, ..self }
    }
}
