//! Division by small numbers, without a division.
//!
//! A judgement takes some dozens of nanoseconds and a division several of them; multiplying by a
//! reciprocal from a table gives the same quotient.

/// The greatest divisor: the squares of the largest board, and two.
const GREATEST: usize = 258;

/// 2^32 over each divisor, rounded up, or more by one.
static RECIPROCALS: [u64; GREATEST + 1] = {
    let mut reciprocals = [0; GREATEST + 1];
    let mut divisor = 1;
    while divisor <= GREATEST {
        reciprocals[divisor] = (1 << 32) / divisor as u64 + 1;
        divisor += 1;
    }
    reciprocals
};

/// `dividend / divisor`, rounded towards 0; nothing by 0 is 0. Exact as long as the product of
/// the two is below 2^32.
#[inline]
pub(crate) fn ratio(dividend: i32, divisor: i32) -> i32 {
    let reciprocal = RECIPROCALS[divisor as usize];
    let quotient = ((u64::from(dividend.unsigned_abs()) * reciprocal) >> 32) as i32;
    if dividend < 0 { -quotient } else { quotient }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_those_of_a_division() {
        for divisor in 1..=GREATEST as i32 {
            for dividend in -66_000..=66_000 {
                assert_eq!(ratio(dividend, divisor), dividend / divisor);
            }
        }
    }
}
