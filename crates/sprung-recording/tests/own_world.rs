//! The world of a game is recorded by its own calls.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use serde::{Deserialize, Serialize};
use sprung::{Spring, State};
use sprung_recording::{Recorder, Replay, Simulation};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Doors {
    spring: Spring<f32>,
    doors: Vec<(State<f32>, f32)>,
}

#[derive(Serialize, Deserialize)]
enum Event {
    Open(usize),
    Tick(f32),
}

impl Simulation for Doors {
    const KIND: &'static str = "doors";
    const ROW: &'static str = "door";
    const COMPONENTS: &'static [&'static str] = &["angle", "speed"];
    type Call = Event;

    fn apply(&mut self, call: &Event) -> Result<(), String> {
        match call {
            Event::Open(door) => {
                let count = self.doors.len();
                let found = self.doors.get_mut(*door);
                found.ok_or_else(|| format!("door must be < {count}, got {door}"))?.1 = 1.5;
            }
            Event::Tick(dt) => {
                for (state, goal) in &mut self.doors {
                    *state = self.spring.step(*dt).apply(*state, *goal);
                }
            }
        }
        Ok(())
    }

    fn is_step(call: &Event) -> bool {
        matches!(call, Event::Tick(_))
    }

    fn write_state(&self, bits: &mut Vec<u32>) {
        bits.extend(
            self.doors.iter().flat_map(|(s, _)| [s.position, s.velocity].map(f32::to_bits)),
        );
    }
}

#[test]
fn a_world_of_doors_is_played_again() {
    let spring = Spring::from_halflife(0.1, 0.7).unwrap();
    let doors = Doors { spring, doors: vec![(State::at_rest(0.0), 0.0); 3] };
    let mut file = Vec::new();
    let mut recorder = Recorder::new(doors, &mut file, 1).unwrap();
    for frame in 0..50 {
        if frame % 20 == 5 {
            recorder.call(&Event::Open(frame / 20)).unwrap();
        }
        recorder.call(&Event::Tick(0.016)).unwrap();
    }
    let error = recorder.call(&Event::Open(3)).unwrap_err();
    assert_eq!(error.to_string(), "door must be < 3, got 3");
    let doors = recorder.finish().unwrap();
    let mut replay = Replay::<Doors, _>::open(&file[..]).unwrap();
    while replay.advance().unwrap() {}
    assert_eq!(replay.simulation(), &doors);
    assert_eq!(replay.report().difference, None);
    let file = String::from_utf8(file).unwrap().replacen("{\"Open\":0}", "{\"Open\":1}", 1);
    let difference = Replay::<Doors, _>::open(file.as_bytes()).unwrap().run().unwrap().difference;
    let text = difference.unwrap().to_string();
    assert!(text.starts_with("the state after step 6 differs: door 0, angle, bit "), "{text}");
}
