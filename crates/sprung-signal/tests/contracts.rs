//! The contract of every public function with 0, −0, negative, infinite and NaN numbers, in one table.
//!
//! A public function without a row fails `every_public_function_has_a_row`.

use sprung::{Damper, Rotation, Spring};
use sprung_signal::{
    ChunkSmoother, ChunkSummary, EulerOrder, Filter, Gaps, KeyedSmoother, PhaseUnwrapper,
    ResonanceFinder, RotationSmoother, Smoother, SpringFit, SpringFitter, TimeError,
    ZeroPhaseSmoother, resample_uniform, resonant_frequency, rotation_between, smooth,
    smooth_evenly, smooth_grouped, smooth_in_chunks, smooth_rotations_zero_phase,
    smooth_zero_phase, smooth_zero_phase_evenly, spring_resonant_at,
    spring_resonant_at_by_halflife,
};
use testkit::contracts::{All, Args, Double, check_names, check_promises};

type Table = testkit::contracts::Table<(), f64>;
type Arguments = Args<f64>;

testkit::fuzz_contracts! { "signal", 2_000, add, Table }

#[test]
fn every_public_function_has_a_row() {
    check_names(env!("CARGO_MANIFEST_DIR"), &[], &Table::of(add));
}

#[test]
fn every_function_keeps_its_contract() {
    check_promises(|| Table::of(add));
}

fn add(table: &mut Table) {
    filters(table);
    series(table);
    many_series(table);
    chunks(table);
    angles(table);
    rotations(table);
    searches(table);
    fits(table);
}

fn spring(a: &mut Arguments) -> Spring<f64> {
    let spring = Spring::new(a.number(7.0), a.number(0.6));
    spring.unwrap_or_else(|_| Spring::critical(1.0).expect("a frequency of 1"))
}

/// Five samples: their times, and a value at each.
fn samples(a: &mut Arguments) -> ([f64; 5], [f64; 5]) {
    let times = [0.0, 0.1, 0.2, 0.35, 0.5].map(|time| a.number(time));
    (times, [1.0, 1.5, -0.5, 0.2, 0.4].map(|value| a.number(value)))
}

fn filters(table: &mut Table) {
    table.builds("Filter::slowest_decay_rate", |a| {
        let (rate, spring) = (a.number(3.0), spring(a));
        let damper = Damper::from_rate(rate).map(Filter::Damper);
        let springs =
            [Filter::Follow(spring), Filter::Track(spring)].map(|f| f.slowest_decay_rate());
        (springs, damper.map(|filter| Double(filter.slowest_decay_rate())))
    });
    table.answers("resonant_frequency", |a| resonant_frequency(&spring(a)).map(Double));
    table.builds("spring_resonant_at", |a| {
        spring_resonant_at(a.number(2.0), a.number(0.3)).map(numbers)
    });
    table.builds("spring_resonant_at_by_halflife", |a| {
        spring_resonant_at_by_halflife(a.number(2.0), a.number(0.3)).map(numbers)
    });
}

fn numbers(spring: Spring<f64>) -> [f64; 2] {
    [spring.angular_frequency(), spring.damping_ratio()]
}

/// The smoothed values of the samples that had one: none of them may be NaN.
fn known(before: [f64; 5], after: [f64; 5]) -> All<f64> {
    let pairs = before.into_iter().zip(after);
    All(pairs.filter(|(before, _)| before.abs() <= 1e300).map(|(_, after)| after).collect())
}

const GAPS: [Gaps; 3] = [Gaps::Hold, Gaps::Skip, Gaps::Line];

fn series(table: &mut Table) {
    table.builds("smooth", |a| {
        let ((times, before), spring) = (samples(a), spring(a));
        let smoothed = GAPS.map(|gaps| {
            let mut after = before;
            smooth(&Filter::Track(spring), gaps, &times, &mut after).map(|()| known(before, after))
        });
        smoothed.to_vec()
    });
    table.builds("smooth_evenly", |a| {
        let ((_, before), spring, dt) = (samples(a), spring(a), a.number(0.01));
        let smoothed = GAPS.map(|gaps| {
            let mut after = before;
            smooth_evenly(&Filter::Track(spring), gaps, dt, &mut after)
                .map(|()| known(before, after))
        });
        smoothed.to_vec()
    });
    table.builds("smooth_zero_phase", |a| {
        let ((times, before), spring) = (samples(a), spring(a));
        let smoothed = GAPS.map(|gaps| {
            let mut after = before;
            let filled = smooth_zero_phase(&Filter::Follow(spring), gaps, &times, &mut after);
            filled.map(|_| known(before, after))
        });
        smoothed.to_vec()
    });
    table.builds("smooth_zero_phase_evenly", |a| {
        let ((_, before), spring, dt) = (samples(a), spring(a), a.number(0.01));
        let smoothed = GAPS.map(|gaps| {
            let mut after = before;
            let filled = smooth_zero_phase_evenly(&Filter::Follow(spring), gaps, dt, &mut after);
            filled.map(|_| known(before, after))
        });
        smoothed.to_vec()
    });
    table.answers("Smoother::new", |a| smoother(a).1);
    table.answers("Smoother::advance", |a| {
        let (mut smoother, _) = smoother(a);
        let (time, mut row) = (a.number(0.2), [a.number(0.3), a.number(0.4)]);
        let before = smoother.clone();
        let advanced = smoother.advance(time, &mut row).is_ok();
        // A time that is refused leaves the smoother as it was.
        let unchanged =
            smoother.smoothed().map(f64::to_bits).eq(before.smoothed().map(f64::to_bits));
        assert!(advanced || unchanged);
        row
    });
    table.answers("Smoother::smoothed", |a| All(smoother(a).0.smoothed().collect()));
    for name in [
        "ZeroPhaseSmoother::new",
        "ZeroPhaseSmoother::advance",
        "ZeroPhaseSmoother::next_row",
        "ZeroPhaseSmoother::finish",
    ] {
        table.answers(name, zero_phase_rows);
    }
    table.answers("resample_uniform", |a| {
        let (times, values) = samples(a);
        resample_uniform(&times, &values).map(|(values, step)| (All(values), Double(step)))
    });
}

fn many_series(table: &mut Table) {
    table.answers("Smoother::save", |a| {
        let (mut smoother, mut row) = smoother(a);
        let bytes = smoother.save();
        let restored = Smoother::restore(Filter::Follow(spring(a)), Gaps::Hold, &bytes);
        assert!(restored.is_ok_and(|restored| restored.save() == bytes));
        let _ = smoother.advance(a.number(0.3), &mut row);
        row
    });
    table.answers("Smoother::restore", |a| {
        // Numbers that were never saved: refused, or a smoother that goes on.
        let mut bytes = smoother(a).0.save()[..16].to_vec();
        bytes.extend(
            [1.5, 0.1, 1.5, 1.0, 0.0, 0.1, -0.5, 0.3].map(|x| a.number(x).to_le_bytes()).concat(),
        );
        let restored = Smoother::restore(Filter::Follow(spring(a)), Gaps::Hold, &bytes);
        restored.map(|restored| All(restored.smoothed().filter(|x| !x.is_nan()).collect()))
    });
    table.builds("smooth_grouped", |a| {
        let ((times, before), spring) = (samples(a), spring(a));
        let mut after = before;
        let offsets = [0, 2, 2, 5];
        smooth_grouped(&Filter::Track(spring), Gaps::Skip, &times, &mut after, &offsets, None)
            .map(|()| known(before, after))
    });
    let keyed = |a: &mut Arguments| {
        let ((times, before), spring) = (samples(a), spring(a));
        let mut smoother = KeyedSmoother::new(Filter::Follow(spring), Gaps::Hold, 1);
        smoother.add_keys(1);
        let mut after = before;
        let advanced = smoother.advance(&[0, 1, 0, 1, 0], &times, &mut after);
        (smoother.keys() as f64, advanced.map(|()| known(before, after)))
    };
    for name in ["KeyedSmoother::new", "KeyedSmoother::add_keys", "KeyedSmoother::advance"] {
        table.builds(name, move |a| keyed(a).1);
    }
    table.builds("KeyedSmoother::keys", move |a| Double(keyed(a).0));
}

/// Five samples through chunks: three in the first and two in the second.
fn in_chunks(a: &mut Arguments) -> Result<(All<f64>, [u64; 2]), Box<dyn std::error::Error>> {
    let ((times, before), filter) = (samples(a), Filter::Track(spring(a)));
    let mut first = ChunkSummary::new(filter, Gaps::Hold, 0);
    first.extend(&times[..2], &before[..2])?;
    let mut second = ChunkSummary::new(filter, Gaps::Hold, 2);
    second.extend(&times[2..3], &before[2..3])?;
    first.merge(&second)?;
    let first = ChunkSummary::restore(filter, Gaps::Hold, &first.save())?;
    let mut after = before;
    ChunkSmoother::new(filter, Gaps::Hold).smooth(&times[..3], &mut after[..3])?;
    ChunkSmoother::after(&first)?.smooth(&times[3..], &mut after[3..])?;
    let mut whole = before;
    smooth_in_chunks(&filter, Gaps::Hold, &times, &mut whole, None)?;
    assert_eq!(whole.map(f64::to_bits), after.map(f64::to_bits));
    Ok((known(before, after), [first.first_row(), first.end_row()]))
}

fn chunks(table: &mut Table) {
    for name in [
        "ChunkSmoother::new",
        "ChunkSmoother::after",
        "ChunkSmoother::smooth",
        "ChunkSummary::new",
        "ChunkSummary::extend",
        "ChunkSummary::merge",
        "ChunkSummary::save",
        "ChunkSummary::restore",
        "smooth_in_chunks",
    ] {
        table.builds(name, |a| in_chunks(a).map(|(smooth, _)| smooth).map_err(|e| e.to_string()));
    }
    for (name, end) in [("ChunkSummary::first_row", 0), ("ChunkSummary::end_row", 1)] {
        table.builds(name, move |a| {
            in_chunks(a).map(|(_, rows)| Double(rows[end] as f64)).map_err(|e| e.to_string())
        });
    }
}

/// A smoother of two channels after one row, and the row.
fn smoother(a: &mut Arguments) -> (Smoother, [f64; 2]) {
    let mut smoother = Smoother::new(Filter::Follow(spring(a)), Gaps::Hold, 2);
    let (time, mut row) = (a.number(0.1), [a.number(1.5), a.number(-0.5)]);
    let _ = smoother.advance(time, &mut row);
    (smoother, row)
}

/// The known values of five rows, smoothed in blocks of two rows and more.
fn zero_phase_rows(a: &mut Arguments) -> Result<All<f64>, TimeError> {
    let ((times, values), spring) = (samples(a), spring(a));
    let mut smoother = ZeroPhaseSmoother::new(Filter::Follow(spring), Gaps::Skip, 1, 2);
    let (mut after, mut row) = (Vec::new(), [0.0]);
    for (time, value) in times.into_iter().zip(values) {
        smoother.advance(time, &[value])?;
        after.extend(smoother.next_row(&mut row).then_some(row[0]));
    }
    smoother.finish();
    while smoother.next_row(&mut row) {
        after.push(row[0]);
    }
    assert_eq!(after.len(), 5);
    Ok(known(values, [0, 1, 2, 3, 4].map(|i| after[i])))
}

fn angles(table: &mut Table) {
    let unwrapped = |a: &mut Arguments| {
        let mut unwrapper = PhaseUnwrapper::new(a.number(360.0));
        let angles = [350.0, 20.0, 300.0].map(|angle| unwrapper.unwrap(a.number(angle)));
        (unwrapper, angles)
    };
    table.answers("PhaseUnwrapper::new", move |a| unwrapped(a).1);
    table.answers("PhaseUnwrapper::unwrap", move |a| unwrapped(a).1);
    table.builds("PhaseUnwrapper::added", move |a| Double(unwrapped(a).0.added()));
}

/// A rotation by angles about x, y and z.
fn rotation(a: &mut Arguments) -> Rotation<f64> {
    let vector = [0.3, -0.4, 0.5].map(|component| a.number(component));
    Rotation::from_rotation_vector(vector)
}

/// The products of the components, which q and −q have in common.
fn products(rotation: Rotation<f64>) -> Vec<f64> {
    let q = rotation.xyzw();
    q.iter().flat_map(|a| q.iter().map(move |b| a * b)).collect()
}

/// Four rotations at times; a rotation of NaN is a missing one.
fn turns(a: &mut Arguments) -> ([f64; 4], [Option<Rotation<f64>>; 4]) {
    let times = [0.0, 0.1, 0.25, 0.3].map(|time| a.number(time));
    let turned = rotation(a);
    (times, [Some(turned), None, Some(turned.then(&turned)), Some(Rotation::IDENTITY)])
}

fn rotations(table: &mut Table) {
    table.answers("EulerOrder::from_axes", |a| {
        let axis = a.number(1.0) as usize;
        EulerOrder::from_axes([0, axis, 2]).map(|order| order.axes().map(|axis| axis as f64))
    });
    table.answers("EulerOrder::axes", |_| EulerOrder::Zxy.axes().map(|axis| axis as f64));
    table.answers("EulerOrder::rotation", |a| {
        let angles = [0.3, -0.4, 0.5].map(|angle| a.number(angle));
        All(products(EulerOrder::Yxz.rotation(angles)))
    });
    table.answers("EulerOrder::angles", |a| EulerOrder::Zyx.angles(&rotation(a)));
    table.answers("EulerOrder::angles_near", |a| {
        let near = [0.2, 3.0, -7.0].map(|angle| a.number(angle));
        EulerOrder::Xzy.angles_near(&rotation(a), near)
    });
    table.answers("rotation_between", |a| {
        let (first, second) = (rotation(a), rotation(a).inverse());
        let rotations = [first, second, first.then(&second), Rotation::IDENTITY];
        All(products(rotation_between(rotations, a.number(0.3))))
    });
    table.builds("smooth_rotations_zero_phase", |a| {
        let ((times, before), spring) = (turns(a), spring(a));
        let filters = [Filter::Follow(spring), Filter::Track(spring)];
        let smoothed = filters.iter().zip(GAPS).map(|(filter, gaps)| {
            let mut after = before;
            let filled = smooth_rotations_zero_phase(filter, gaps, &times, &mut after);
            filled.map(|_| All(after.iter().flatten().copied().flat_map(products).collect()))
        });
        smoothed.collect::<Vec<_>>()
    });
    let advanced = |a: &mut Arguments| {
        let ((times, rotations), spring) = (turns(a), spring(a));
        let filter = if a.number(1.0) > 0.0 { Filter::Follow } else { Filter::Track };
        let mut smoother = RotationSmoother::new(filter(spring), Gaps::Hold);
        let mut smooth = Vec::new();
        for (time, rotation) in times.into_iter().zip(rotations) {
            smooth.extend(smoother.advance(time, rotation).ok().flatten());
        }
        (All(smooth.into_iter().flat_map(products).collect()), smoother.smoothed())
    };
    table.builds("RotationSmoother::new", move |a| advanced(a).0);
    table.builds("RotationSmoother::advance", move |a| advanced(a).0);
    table.builds("RotationSmoother::smoothed", move |a| {
        advanced(a).1.map(|rotation| All(products(rotation)))
    });
}

/// A tone of twelve swings in sixty samples, the first of them arguments.
fn tone(a: &mut Arguments) -> (Vec<f64>, Vec<f64>) {
    let times: Vec<f64> = (0..60).map(|i| f64::from(i) * 0.1).collect();
    let mut values: Vec<f64> = times.iter().map(|time| (time * 12.0).sin()).collect();
    for value in &mut values[..3] {
        *value = a.number(*value);
    }
    (times, values)
}

fn search(a: &mut Arguments) -> ResonanceFinder {
    let (from, to) = (Some(a.number(0.6)), Some(a.number(4.0)));
    ResonanceFinder { from, to, resolution: a.number(0.05), threads: std::num::NonZero::new(1) }
}

fn searches(table: &mut Table) {
    table.builds("ResonanceFinder::run", |a| {
        let ((_, values), search) = (tone(a), search(a));
        let found = search.run(&values, a.number(0.1));
        found.map(|found| found.iter().map(|r| [r.frequency, r.strength]).collect::<Vec<_>>())
    });
    table.builds("ResonanceFinder::run_at_times", |a| {
        let ((mut times, values), search) = (tone(a), search(a));
        times[0] = a.number(0.0);
        times[59] = a.number(5.9);
        let found = search.run_at_times(&times, &values);
        found.map(|found| found.iter().map(|r| [r.frequency, r.strength]).collect::<Vec<_>>())
    });
    table.builds("ResonanceFinder::spectrum", |a| {
        let ((_, values), search) = (tone(a), search(a));
        let shaken = search.spectrum(&values, a.number(0.1));
        shaken.map(|shaken| shaken.iter().map(|s| [s.frequency, s.strength]).collect::<Vec<_>>())
    });
    table.builds("ResonanceFinder::range", |a| {
        let ((_, values), search) = (tone(a), search(a));
        search.range(&values, a.number(0.1)).map(|(from, to)| (Double(from), Double(to)))
    });
    table.builds("ResonanceFinder::spectrum_at", |a| {
        let ((_, values), search) = (tone(a), search(a));
        let frequencies = [1.0, 2.0].map(|frequency| a.number(frequency));
        let shaken = search.spectrum_at(&values, a.number(0.1), &frequencies);
        shaken.map(|shaken| shaken.iter().map(|s| [s.frequency, s.strength]).collect::<Vec<_>>())
    });
    table.builds("ResonanceFinder::spectrogram", |a| {
        let ((_, values), search) = (tone(a), search(a));
        let frequencies = [1.0, 2.0].map(|frequency| a.number(frequency));
        let over_time = search.spectrogram(&values, a.number(0.1), &frequencies, 7);
        over_time.map(|over| All([over.times, over.strengths.concat()].concat()))
    });
    table.builds("Resonance::period", |a| {
        let (_, values) = tone(a);
        let found = ResonanceFinder::default().run(&values, a.number(0.1));
        found.map(|found| All(found.iter().map(|resonance| resonance.period()).collect()))
    });
}

/// The fit of twelve samples, four of them arguments.
fn fit(a: &mut Arguments) -> Result<SpringFit, sprung::ParameterError> {
    let mut times = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1];
    let mut values = [0.0, 0.0, 0.1, 0.4, 0.9, 1.2, 1.1, 1.0, 0.95, 1.0, 1.01, 1.0];
    (times[0], times[11]) = (a.number(0.0), a.number(1.1));
    (values[3], values[11]) = (a.number(0.4), a.number(1.0));
    SpringFitter::default().run(&times, &values)
}

fn fits(table: &mut Table) {
    table.builds("SpringFitter::run", |a| {
        fit(a).map(|fit| {
            let found = [fit.angular_frequency, fit.damping_ratio, fit.delay];
            let [frequency, ratio, delay] = found.map(|found| found.value);
            let errors = found.map(|found| found.standard_error);
            All([&[frequency, ratio, delay, fit.residual][..], &errors].concat())
        })
    });
    table.builds("SpringFit::is_explained", |a| {
        fit(a).map(|fit| Double(f64::from(u8::from(fit.is_explained()))))
    });
    table.builds("SpringFit::spring", |a| fit(a).map(|fit| numbers(fit.spring())));
    table.builds("SpringFit::state_at", |a| fit(a).map(|fit| Double(fit.state_at(0.5).position)));
    table.builds("SpringFit::undetermined", |a| {
        fit(a).map(|fit| Double(fit.undetermined().count() as f64))
    });
}
