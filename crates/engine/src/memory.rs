//! How much memory a search takes, and how much there is.

use std::fs;
use std::path::Path;

use ponder_core::Fault;

/// What the program itself has in memory, rounded up.
const PROGRAM: usize = 12 << 20;

/// What a thread may touch, rounded up: its stack to the greatest depth, in whole large pages, and
/// what it remembers of moves.
const WORKER: usize = 8 << 20;

/// A search with less table is no search worth having.
const LEAST_TABLE: usize = 1 << 20;

/// The bytes of table for a search that wants `wanted` of them and may take `limit` in all.
/// Refuses what does not fit.
pub(crate) fn table_bytes(
    wanted: usize,
    limit: Option<usize>,
    threads: usize,
) -> Result<usize, Fault> {
    let bytes = match limit {
        None => wanted,
        Some(limit) => wanted.min(beside_threads(limit, threads)?),
    };
    match available(&|path| fs::read_to_string(path).ok()) {
        Some(free) if bytes as u64 > free => Err(Fault::new(format!(
            "a table of {} does not fit the memory of this machine, where {} are free",
            human(bytes as u64),
            human(free)
        ))
        .hint(format!("give at most {}M", free >> 20))),
        _ => Ok(bytes),
    }
}

/// What a limit leaves for the table.
fn beside_threads(limit: usize, threads: usize) -> Result<usize, Fault> {
    let others = PROGRAM.saturating_add(WORKER.saturating_mul(threads));
    let rest = limit
        .checked_sub(others)
        .filter(|rest| *rest >= LEAST_TABLE);
    rest.ok_or_else(|| {
        let noun = if threads == 1 { "thread" } else { "threads" };
        let what = format!(
            "a search with {threads} {noun} does not fit {}",
            human(limit as u64)
        );
        let least = (others.saturating_add(LEAST_TABLE)).div_ceil(1 << 20);
        Fault::new(what).hint(format!("give at least {least}M"))
    })
}

/// The memory that may still be taken, where the system (Linux) tells it: what is free, and what
/// the control groups of this process allow. `read` reads a file.
fn available(read: &dyn Fn(&str) -> Option<String>) -> Option<u64> {
    let free = read("/proc/meminfo").and_then(|text| {
        let mut lines = text.lines();
        let line = lines.find_map(|line| line.strip_prefix("MemAvailable:"))?;
        let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
        kilobytes.checked_mul(1024)
    });
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().filter_map(|line| group_limit(line, read));
    free.into_iter().chain(limits).min()
}

/// The least memory that a control group and those above it allow. The line is
/// `number:controllers:path`; the second version of control groups names no controllers.
fn group_limit(line: &str, read: &dyn Fn(&str) -> Option<String>) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?);
    let (root, file) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        list if list.split(',').any(|name| name == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let groups = Path::new(path).ancestors();
    let limit = |group: &Path| {
        let group = group.to_str()?.trim_end_matches('/');
        read(&format!("{root}{group}/{file}"))?.trim().parse().ok()
    };
    groups.filter_map(limit).min()
}

/// A number of bytes for people.
fn human(bytes: u64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let unit = units.into_iter().find(|(_, shift)| bytes >> shift > 0);
    unit.map_or(format!("{bytes} bytes"), |(name, shift)| {
        format!("{:.1} {name}", bytes as f64 / f64::from(1 << shift))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files as a system might have them.
    fn system<'a>(files: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |path| {
            let file = files.iter().find(|(name, _)| *name == path);
            file.map(|(_, text)| (*text).to_owned())
        }
    }

    const MEMINFO: (&str, &str) = (
        "/proc/meminfo",
        "MemTotal:       24000000 kB\nMemAvailable:    8000000 kB\n",
    );

    #[test]
    fn the_least_of_all_limits_counts() {
        assert_eq!(available(&system(&[])), None);
        assert_eq!(available(&system(&[MEMINFO])), Some(8_000_000 << 10));
        let files = [
            MEMINFO,
            ("/proc/self/cgroup", "0::/user/job\n"),
            ("/sys/fs/cgroup/user/job/memory.max", "max\n"),
            ("/sys/fs/cgroup/user/memory.max", "1000000\n"),
        ];
        assert_eq!(available(&system(&files)), Some(1_000_000));
        let files = [
            MEMINFO,
            ("/proc/self/cgroup", "5:cpu,memory:/\n4:pids:/\n"),
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n"),
        ];
        assert_eq!(available(&system(&files)), Some(2_000_000));
    }

    #[test]
    fn limits_leave_room_for_threads() {
        assert_eq!(table_bytes(1 << 20, None, 1), Ok(1 << 20));
        assert_eq!(table_bytes(1 << 20, Some(1 << 30), 1), Ok(1 << 20));
        assert_eq!(table_bytes(64 << 20, Some(40 << 20), 1), Ok(20 << 20));
        assert_eq!(table_bytes(64 << 20, Some(40 << 20), 2), Ok(12 << 20));
        let fault = table_bytes(64 << 20, Some(40 << 20), 4).expect_err("too many threads");
        assert!(fault.what.contains("4 threads"), "{fault}");
        assert_eq!(fault.hint.as_deref(), Some("give at least 45M"));
        assert!(table_bytes(usize::MAX, None, 1).is_err() || !cfg!(target_os = "linux"));
        assert!(table_bytes(1, Some(0), usize::MAX).is_err());
    }

    #[test]
    fn sizes_are_readable() {
        assert_eq!(human(5), "5 bytes");
        assert_eq!(human(3 << 19), "1.5 MiB");
        assert_eq!(human(1 << 40), "1024.0 GiB");
    }
}
