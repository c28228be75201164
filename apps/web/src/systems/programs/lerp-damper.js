// The wrong way, in plain JavaScript: nothing of the library does it.
export default ({ factor, seconds }) => {
  const curves = [120, 60, 30].map((rate) => {
    const [times, offset] = [[0], [1]];
    for (let i = 1; i <= Math.round(seconds * rate); i++) {
      times.push(i / rate);
      offset.push(offset[i - 1] * (1 - factor)); // in every frame
    }
    return [times, offset];
  });
  const left = ([, offset]) => offset[Math.floor(offset.length / 4)];
  const marks = [left(curves[2]) / left(curves[0])];
  return { curves, marks };
};
