//! Times, sizes and counts as people write them: on command lines, in descriptions of players, in files.

use std::time::Duration;

use ponder_engine::Clock;

/// Reads `5s`, `500ms`, `2m`, `1h` or a number of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a time as in 5s, 500ms, 2m or 1h".to_owned()),
    };
    let number: f64 = digits
        .parse()
        .map_err(|_| "write a time as in 5s or 500ms".to_owned())?;
    Duration::try_from_secs_f64(number * factor)
        .map_err(|_| "write a time of some seconds, minutes or hours, not less than 0".to_owned())
}

/// Writes what [`duration`] reads.
pub fn write_duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{}ms", seconds * 1000.0),
        seconds => format!("{seconds}s"),
    }
}

/// Reads `60s` or `60s+1s`.
pub fn clock(text: &str) -> Result<Clock, String> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0"));
    let left = duration(left)?;
    if left.is_zero() {
        return Err("a clock begins with some time, as in 60s or 60s+1s".to_owned());
    }
    Ok(Clock {
        left,
        increment: duration(increment)?,
        moves: None,
    })
}

/// Writes what [`clock`] reads.
pub fn write_clock(clock: Clock) -> String {
    let left = write_duration(clock.left);
    if clock.increment.is_zero() {
        left
    } else {
        format!("{left}+{}", write_duration(clock.increment))
    }
}

/// Reads `64M`, `1G`, `512K` or a number of bytes.
pub fn bytes(text: &str) -> Result<usize, String> {
    let upper = text.to_ascii_uppercase();
    let digits = upper.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let shift = match &upper[digits.len()..] {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err("write a size as in 64M or 1G".to_owned()),
    };
    let number: usize = digits
        .parse()
        .map_err(|_| "write a size as in 64M or 1G".to_owned())?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "that is more memory than there is".to_owned())
}

/// Reads a number of positions to look at: `5000`, `20k`, `12M`, `1G`, each letter a thousand times
/// the one before. (Bytes go by 1024, as everywhere.)
pub fn nodes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor: Option<u64> = match &text[digits.len()..] {
        "" => Some(1),
        "k" | "K" => Some(1_000),
        "m" | "M" => Some(1_000_000),
        "g" | "G" => Some(1_000_000_000),
        _ => None,
    };
    let (Some(factor), Ok(number @ 1..)) = (factor, digits.parse::<u64>()) else {
        return Err("write a number from 1, as in 5000, 20k, 12M or 1G".to_owned());
    };
    number
        .checked_mul(factor)
        .ok_or_else(|| "that is more than can be counted".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_by_thousands() {
        let read = [("1", 1), ("5000", 5_000), ("20k", 20_000), ("20K", 20_000)];
        let more = [("12M", 12_000_000), ("3g", 3_000_000_000)];
        for (text, count) in read.into_iter().chain(more) {
            assert_eq!(nodes(text), Ok(count), "{text}");
        }
        for text in ["", "0", "0k", "M", "12 M", "12Mi", "1T", "-3", "1.5M", "é"] {
            let refusal = nodes(text).expect_err(text);
            assert!(refusal.contains("12M"), "{text}: {refusal}");
        }
        assert!(nodes("99999999999999999999G").is_err());
        assert!(nodes("18446744073709551615k").is_err_and(|why| why.contains("counted")));
    }
}
