import assert from "node:assert/strict";
import { test } from "node:test";
import { Damper, Spring, SprungError } from "sprung";
import * as convert from "sprung/convert";
import { rows, springOf } from "./data.mjs";

test("texts read as the springs of the same keys, and are written so that they read as the same bits", () => {
  for (const [text] of rows("native.csv", ";")) {
    const spring = convert.parseSpring(text);
    const twin = springOf(text);
    assert.deepEqual([spring.angularFrequency, spring.dampingRatio], [twin.angularFrequency, twin.dampingRatio]);
    for (const written of [convert.format(spring), `${spring}`]) {
      const again = convert.parseSpring(written);
      assert.deepEqual([again.w, again.z], [spring.w, spring.z], written);
    }
  }
  assert.equal(convert.format(convert.parse("swiftui:bouncy")), "frequency=2,damping_ratio=0.7");
  const damper = convert.parse("damper:halflife=200ms");
  assert.ok(damper instanceof Damper && Math.abs(damper.halflife - 0.2) < 1e-15);
  assert.equal(convert.format(damper), "damper:halflife=0.2");
});

test("a wrong text is an error with the nearest name, or with field, value and rule", () => {
  const refused = (text, message) =>
    assert.throws(() => convert.parse(text), (error) => error instanceof SprungError && error.message.includes(message));
  refused("halflive=0.2", "did you mean `halflife`?");
  refused("", "empty");
  refused("abacus:beads=3", "`abacus` is not a convention");
  refused("halflife=0.2,halflife=0.3", "halflife");
  refused("halflife=\u0000", "must be a number");
  assert.throws(() => convert.parse("halflife=-1"), { field: "halflife", value: -1, rule: ">= 0" });
  assert.throws(() => convert.parse(3), { field: "text" });
  assert.throws(() => convert.parseSpring("damper:halflife=1"), /not a first-order damper/);
});

test("every convention describes its keys, and converts there and back", () => {
  const all = convert.conventions();
  assert.equal(all.length, 16);
  assert.equal(all[0].name, "spring");
  const spring = Spring.from({ frequency: 2, dampingRatio: 1 });
  for (const { name, title, sets, presets } of all) {
    assert.ok(title && sets.length > 0, name);
    for (const { keys } of sets) for (const key of keys) assert.ok(key.name && key.meaning, `${name} ${key.name}`);
    const converted = convert.convertTo(name, spring);
    const again = convert.parse(converted.text);
    assert.ok(converted.residual >= 0 && converted.residual < 0.2, name);
    assert.equal(converted.isExact, converted.residual <= 1e-9);
    assert.equal(convert.maxDifference(again, converted.described), 0, name);
    assert.deepEqual(convert.from(name, converted.values).toString(), again.toString(), name);
    for (const preset of presets) convert.parse(`${name}:${preset}`);
    assert.ok(convert.convertToAll(name, spring).length > 0);
  }
  const unity = convert.convertTo("unity", Spring.from({ duration: 0.5, bounce: 0.3 }));
  assert.ok(!unity.isExact && unity.note === "damping ratio 1 only" && unity.residual > 0.05);
  assert.throws(() => convert.convertTo("abacus", spring), /convention must be one of spring, damper/);
});

test("what is solved for is met", () => {
  const near = (got, wanted, tolerance = 1e-9) => assert.ok(Math.abs(got / wanted - 1) < tolerance, `${got} ${wanted}`);
  near(convert.fromSettlingTime(2, 0.3, 0.01).settlingTime(0.01), 2);
  near(convert.stepResponse(convert.fromRiseTime(0.4, 0.5)).riseTime, 0.4);
  near(convert.stepResponse(convert.fromBandwidth(3, 0.4)).bandwidth, 3);
  const peaked = convert.stepResponse(convert.fromPeakTimeAndOvershoot(0.7, 0.1));
  near(peaked.peakTime, 0.7);
  near(peaked.overshoot, 0.1);
  near(convert.fromSettlingTimeAndOvershoot(1, 0.05).settlingTime(0.02), 1);
  near(convert.measure(convert.fromMaxSpeed(5, 2, 0.5), { goal: 2 }).maxSpeed.value, 5);
  near(convert.measure(convert.fromMaxAcceleration(5, 2, 0.5), { goal: 2 }).maxAcceleration.value, 5);
  const through = convert.throughPoints([0.1, 0.3], [0.2, 0.7]);
  near(through.at(0.1).position, 0.3);
  near(through.at(0.2).position, 0.7);
  const lerp = convert.fromSmoothingFactor(0.1, 1 / 60);
  near(lerp.step(0, 1, 1 / 60), 0.1);
  near(convert.smoothingFactor(lerp, 1 / 60), 0.1);
  assert.throws(() => convert.fromRiseTime(-1), { field: "riseTime" });
});

test("gain and phase are those of the transfer function", () => {
  const spring = Spring.from({ frequency: 2, dampingRatio: 0.3 });
  const frequencies = [0.1, 1, 2, 5];
  const { gain, phase, resonance } = convert.frequencyResponse(spring, frequencies);
  frequencies.forEach((frequency, index) => {
    const ratio = frequency / 2;
    const [re, im] = [1 - ratio * ratio, 0.6 * ratio];
    assert.ok(Math.abs(gain[index] * Math.hypot(re, im) - 1) < 1e-12);
    assert.ok(Math.abs(phase[index] + Math.atan2(im, re)) < 1e-12);
  });
  assert.ok(Math.abs(resonance.frequency - 2 * Math.sqrt(1 - 2 * 0.09)) < 1e-12);
  const far = ["goal", "world"].map((damping) => convert.frequencyResponse(spring, [100], damping).gain[0]);
  assert.ok(far[0] > 10 * far[1]);
});

test("energy only falls, and is none at the end", () => {
  const spring = Spring.from({ frequency: 2, dampingRatio: 0.1 });
  let before = Infinity;
  for (let time = 0; time < 20; time += 0.01) {
    const now = convert.energy(spring, time);
    assert.ok(now <= before * (1 + 1e-12));
    before = now;
  }
  assert.ok(before < 1e-9);
});
