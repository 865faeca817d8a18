//! One row in each form of the interface, so that a test sees each work: s16 to f32 as programs, s32
//! to s64 as arrays, f32 to f32 from L0C as elements. In some cases VCONFORM_RUST_FAULT spoils it.

#[path = "adapters/vconform.rs"]
mod vconform;
use vconform::{Adapter, Answer, Arrays, Claims, Element, Memories, Row, Step, Steps, Vconv};

const BLOCK_BYTES: u64 = 32;
const BLOCKS: u64 = 8;
const COUNTER_MODE: u64 = 1 << 56;

struct Library {
    fault: String,
}

/// Lane by lane, the lanes of a repeat in the order of its f32 blocks.
fn convert_lanes(call: &Vconv, mask: [u64; 2], memories: &mut Memories) -> Answer<()> {
    for repeat in 0..u64::from(call.repeat) {
        for lane in 0..64 {
            if mask[0] >> lane & 1 == 0 {
                continue;
            }
            let block = |repeat_stride: u16, block_stride: u16, index: u64| {
                (repeat * u64::from(repeat_stride) + index * u64::from(block_stride)) * BLOCK_BYTES
            };
            let from = block(call.srcRepeatStride, call.srcBlockStride, lane / 16) + lane % 16 * 2;
            let to = block(call.dstRepeatStride, call.dstBlockStride, lane / BLOCKS) + lane % 8 * 4;
            let bytes = memories.at(call.src.plus(from), 2)?;
            let value = f32::from(i16::from_le_bytes([bytes[0], bytes[1]]));
            memories.at(call.dst.plus(to), 4)?.copy_from_slice(&value.to_le_bytes());
        }
    }
    Ok(())
}

impl Adapter for Library {
    fn new() -> Answer<Self> {
        let fault = std::env::var("VCONFORM_RUST_FAULT").unwrap_or_default();
        if fault == "create" {
            return Err(vconform::Failure::Failed("no licence".to_string()));
        }
        Ok(Library { fault })
    }

    fn claims(&self) -> Claims {
        let walks = vconform::FEATURE_MASK | vconform::FEATURE_REPEAT | vconform::FEATURE_STRIDES;
        let programs = vconform::BY_EXECUTE | walks;
        let matrix = Row {
            family: vconform::FAMILY_COPY_MATRIX,
            variant: vconform::GM,
            source_type: vconform::F32,
            destination_type: vconform::F32,
            roundings: 1,
            features: vconform::BY_ELEMENT,
        };
        Claims {
            rows: vec![
                vconform::vconv(vconform::S16, vconform::F32, "-", programs),
                vconform::vconv(vconform::S32, vconform::S64, "-", vconform::BY_CONVERT),
                matrix,
            ],
            ..Claims::default()
        }
    }

    fn convert(&mut self, arrays: &mut Arrays) -> Answer<()> {
        let (from, to) = arrays.of::<i32, i64>()?;
        for (to, from) in to.iter_mut().zip(from) {
            assert!(self.fault != "panic" || *from != 7, "seven is too much");
            *to = i64::from(*from) & if self.fault == "value" { !2 } else { !0 };
        }
        Ok(())
    }

    fn element(&mut self, element: &Element) -> Answer<u64> {
        match (element.source_type, element.destination_type) {
            (vconform::F32, vconform::F32) => Ok(element.source),
            _ => vconform::unsupported("f32 to f32 only"),
        }
    }

    fn execute(&mut self, steps: Steps, memories: &mut Memories) -> Answer<()> {
        let (mut mask, mut ctrl) = ([0; 2], 0);
        for step in steps {
            match step {
                Step::SetRegister(set) if set.register_id == vconform::REGISTER_MASK => {
                    mask = set.value
                }
                Step::SetRegister(set) if set.register_id == vconform::REGISTER_CTRL => {
                    ctrl = set.value[0]
                }
                Step::SetRegister(_) => {}
                Step::Vconv(call) if ctrl & COUNTER_MODE == 0 => {
                    convert_lanes(call, mask, memories)?
                }
                _ => return vconform::unsupported("vconv only"),
            }
        }
        Ok(())
    }
}

vconform::vconform_adapter!(Library, "three forms", "1", [convert, element, execute]);
