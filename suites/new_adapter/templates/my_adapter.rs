//! my_adapter: an adapter of vconform. It converts s16 to f32, and conforms on that row as it is;
//! FILL IN marks what to replace by your library. README.md says how to build and try it.

#[path = "adapters/vconform.rs"]
mod vconform;
use vconform::{Adapter, Answer, Arrays, Claims};

/// FILL IN 1: what your library needs from one call to the next.
struct Library;

impl Adapter for Library {
    fn new() -> Answer<Self> {
        Ok(Library)
    }

    /// FILL IN 2: what your library is meant to do and nothing else; a row for each pair of types,
    /// with its suffixes, "-" for none, and its features: results of 16 bits need FEATURE_SATURATE
    /// (CTRL[48] is 0), FEATURE_KEEP_INF (it is 1) or both.
    fn claims(&self) -> Claims {
        Claims {
            rows: vec![vconform::vconv(vconform::S16, vconform::F32, "-", 0)],
            ..Claims::default()
        }
    }

    /// FILL IN 3: call your library for each pair and rounding that is claimed. The suite does
    /// masks, repeats and strides itself. A library that has those of its own gets execute()
    /// instead, and one of dequantisations or copies element(); list them in the last line too.
    fn convert(&mut self, arrays: &mut Arrays) -> Answer<()> {
        let (from, to) = arrays.of::<i16, f32>()?;
        for (to, from) in to.iter_mut().zip(from) {
            *to = f32::from(*from);
        }
        Ok(())
    }
}

// FILL IN 4: the version of your library.
vconform::vconform_adapter!(Library, "my_adapter", "1", [convert]);
