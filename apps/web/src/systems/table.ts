// Rows of the tables that commands read, from curves.

type Points = ArrayLike<number>;

/** The points of a curve. */
export function pairs(curve: Points): [number, number][] {
  return Array.from({ length: curve.length / 2 }, (_, i) => [curve[2 * i], curve[2 * i + 1]]);
}

/** The first two curves as one, which changes to the other at two times: two rows with the same time are a jump. */
export function cut(curves: Points[], ...times: number[]): [number, number][] {
  const [a, b] = [pairs(curves[0]), pairs(curves[1])];
  const switches = times.map((time) => Math.floor(240 * time));
  let playing = a;
  return a.flatMap((_, i) => {
    const before = playing[i];
    if (!switches.includes(i)) return [before];
    playing = playing === a ? b : a;
    return [before, playing[i]];
  });
}
