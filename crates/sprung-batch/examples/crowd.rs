//! A hundred thousand springs, each with its own half-life, advanced together.

use sprung_batch::Batch;

fn main() {
    let count = 100_000u32;
    let halflife: Vec<f32> = (0..count).map(|i| 0.05 + 0.5 * i as f32 / count as f32).collect();
    let goal: Vec<f32> = (0..count).map(|i| (i % 100) as f32).collect();
    let (mut position, mut velocity) = (vec![0.0f32; count as usize], vec![0.0f32; count as usize]);
    let batch = Batch::new();
    for _frame in 0..600 {
        batch.critical_springs(&halflife, 1.0 / 60.0, &mut position, &mut velocity, &goal);
    }
    let worst = position.iter().zip(&goal).map(|(x, g)| (x - g).abs()).fold(0.0f32, f32::max);
    println!("after ten seconds the furthest is {worst:e} from its goal");
    assert!(worst < 1e-4);
}
