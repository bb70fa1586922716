#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let id = String::from_utf8_lossy(bytes);
    if let Ok(session) = ponder_engine::open(&id) {
        let again = ponder_engine::open(session.id()).expect("a canonical id opens");
        assert_eq!(again.id(), session.id());
    }
});
