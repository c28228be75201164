use sprung_signal::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1].ends_with(".wav") {
        let bytes = std::fs::read(&a[1]).unwrap();
        let data = bytes.windows(4).position(|word| word == b"data").unwrap() + 8;
        let v: Vec<f64> = bytes[data..]
            .chunks_exact(2)
            .map(|b| f64::from(i16::from_le_bytes([b[0], b[1]])) / 32768.0)
            .collect();
        let t = Instant::now();
        let f = ResonanceSearch::default().run(&v, 1.0 / 44100.0).unwrap();
        println!("{} samples {:?} {} found", v.len(), t.elapsed(), f.len());
        for r in f.iter().take(25) {
            println!("{:9.3} {:10.3e} {:.1}", r.frequency, r.strength, r.signal_to_noise);
        }
    } else {
        let n: usize = a[1].parse().unwrap();
        let k: usize = a[2].parse().unwrap();
        let mut s = 12345u64;
        let mut rnd = || {
            s = s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (s >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        let v: Vec<f64> = (0..n)
            .map(|i| {
                rnd() + (0..k).map(|j| (i as f64 * (0.02 + 0.04 * j as f64)).sin()).sum::<f64>()
            })
            .collect();
        let t = Instant::now();
        let f = ResonanceSearch::default().run(&v, 0.001).unwrap();
        println!("{n} {k}: {:?} {}", t.elapsed(), f.len());
        let times: Vec<f64> = (0..n).map(|i| i as f64 + 0.3 * rnd()).collect();
        let t = Instant::now();
        let f = ResonanceSearch::default().run_at_times(&times, &v).unwrap();
        println!("uneven {:?} {}", t.elapsed(), f.len());
        let t = Instant::now();
        let f = ResonanceSearch::default().spectrum(&v, 0.001).unwrap();
        println!("spectrum {:?} {}", t.elapsed(), f.len());
    }
}
