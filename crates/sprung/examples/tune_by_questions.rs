//! From desired properties to a spring, and from a spring to every convention.

use sprung::Spring;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A panel that settles in 0.4 s and overshoots by 5 %.
    let panel: Spring<f64> = "settling_time=0.4,overshoot=0.05".parse()?;
    println!("frequency      {:.4} Hz", panel.frequency());
    println!("damping ratio  {:.4}", panel.damping_ratio());
    println!("half-life      {:.4} s", panel.halflife());
    println!(
        "settles        {:.4} s (2 %), {:.4} s (0.1 %)",
        panel.settling_time(0.02),
        panel.settling_time(0.001)
    );
    println!("peak           {:.4} s", panel.peak_time());
    assert!((panel.overshoot() - 0.05).abs() < 1e-12);
    assert!((panel.settling_time(0.02) - 0.4).abs() < 1e-9);

    println!("\nthe same in other conventions:");
    for convention in sprung::convert::CONVENTIONS {
        let conversion = convention.convert(panel)?;
        println!("  {conversion}  (off by {:.1e})", conversion.residual());
    }
    Ok(())
}
