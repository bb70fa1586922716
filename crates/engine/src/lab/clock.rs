//! Time that work took, not time that passed: other programs on the machine take the processor
//! away by factors, and figures of a busy machine would be theirs.

use std::time::Duration;

/// Whose work is measured.
#[derive(Clone, Copy)]
pub(super) enum Of {
    /// The thread in which the watch was started.
    Thread,
    /// All threads of the program.
    Program,
}

/// Measures processor time.
#[derive(Clone, Copy)]
pub(super) struct Stopwatch(Of, Duration);

impl Stopwatch {
    pub(super) fn start(of: Of) -> Self {
        Self(of, processor_time(of))
    }

    /// Seconds of the processor since the start.
    pub(super) fn seconds(self) -> f64 {
        processor_time(self.0).saturating_sub(self.1).as_secs_f64()
    }
}

#[cfg(unix)]
fn processor_time(of: Of) -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(match of {
        Of::Thread => ClockId::ThreadCPUTime,
        Of::Program => ClockId::ProcessCPUTime,
    });
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Where the system does not say, the clock on the wall must do.
#[cfg(not(unix))]
fn processor_time(_of: Of) -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_no_work() {
        let watch = Stopwatch::start(Of::Thread);
        std::thread::sleep(Duration::from_millis(50));
        let slept = watch.seconds();
        let mut sum = 0_u64;
        let begun = std::time::Instant::now();
        while watch.seconds() < 0.05 && begun.elapsed().as_secs() < 60 {
            sum = std::hint::black_box(sum.wrapping_mul(3) + 1);
        }
        assert!(watch.seconds() >= 0.05, "work counts");
        if cfg!(unix) {
            assert!(slept < 0.04, "sleeping took {slept} s of the processor");
        }
    }
}
