//! Does this processor have what the binary was built for?
//!
//! The build setting in `.cargo/config.toml` lets the compiler use AVX2, BMI and the like
//! everywhere, so that no kernel pays for asking. The price is this question, once, at the start;
//! the answer is asked of the processor itself, because the standard library's detection takes
//! the build setting for the answer.

/// Refuses a processor that the build does not fit.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) fn verify() -> Result<(), &'static str> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // Bits as in the processor manuals: leaf 1 ecx: FMA, MOVBE, POPCNT, OSXSAVE, AVX;
    // leaf 7 ebx: BMI1, AVX2, BMI2; leaf 0x80000001 ecx: LZCNT.
    const BASIC: u32 = 1 << 12 | 1 << 22 | 1 << 23 | 1 << 27 | 1 << 28;
    const WIDE: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    const LZCNT: u32 = 1 << 5;
    let has = __cpuid(0).eax >= 7
        && __cpuid(1).ecx & BASIC == BASIC
        && __cpuid_count(7, 0).ebx & WIDE == WIDE
        && __cpuid(0x8000_0001).ecx & LZCNT == LZCNT;
    if has {
        return Ok(());
    }
    Err(
        "this ponder was built for processors with AVX2 and BMI2 (x86-64-v3), which this one \
         lacks; build the portable one with: RUSTFLAGS='-C target-cpu=x86-64' cargo build --release",
    )
}

/// A portable build runs everywhere.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) fn verify() -> Result<(), &'static str> {
    Ok(())
}
