//! Prints `docs/VALIDATION.md`.

fn main() -> validation::Outcome<()> {
    print!("{}", validation::page(&validation::cases()?));
    Ok(())
}
