//! The controls of a search: complete, within their bounds, and true of the game.

use ponder_engine::{AnalysisRequest, Config, GAMES, Limits, open};

#[test]
fn controls_are_complete_and_can_be_set() {
    for entry in GAMES {
        let session = open(entry.name).expect("listed");
        let view = session.techniques();
        let named = view.numbers.iter().map(|number| number.name);
        let rest = ["driver", "switches", "ties", "probcut"];
        let mut keys: Vec<_> = named.chain(rest).collect();
        let mut all: Vec<_> = Config::keys().collect();
        keys.sort_unstable();
        all.sort_unstable();
        assert_eq!(keys, all);
        for number in &view.numbers {
            assert!(
                (number.least..=number.most).contains(&number.value),
                "{}",
                number.name
            );
            for value in [number.least, number.most] {
                let request = AnalysisRequest {
                    set: format!("{}={value}", number.name),
                    ..AnalysisRequest::within(Limits::default())
                };
                assert!(session.config(&request).is_ok(), "{} {value}", number.name);
            }
        }
        for switch in view.switches.iter().filter(|switch| !switch.on) {
            let request = AnalysisRequest {
                with: switch.name.to_owned(),
                ..AnalysisRequest::within(Limits::default())
            };
            match session.config(&request) {
                Ok(_) => assert!(switch.allowed, "{} {}", entry.name, switch.name),
                Err(fault) => {
                    assert!(!switch.allowed, "{} {fault}", entry.name);
                    assert!(fault.to_string().contains(switch.name), "{fault}");
                }
            }
        }
    }
}

#[test]
fn what_a_game_cannot_use_is_said() {
    let allowed = |game: &str, name: &str| {
        let view = open(game).expect("listed").techniques();
        view.switches
            .iter()
            .any(|switch| switch.name == name && switch.allowed)
    };
    assert!(allowed("abalone", "null") && !allowed("checkers", "null"));
    assert!(allowed("checkers", "fade") && !allowed("othello", "fade"));
    assert!(!allowed("checkers:quiet=off", "fade"));
    assert!(allowed("expendibots", "opening") && !allowed("gothello", "opening"));
    assert!(allowed("othello", "probcut") && !allowed("connect-four", "probcut"));
}
