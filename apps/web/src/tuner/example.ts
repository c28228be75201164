// A ponytail of a character, as a VRM 1.0 file has it: an example without a file of one's own.

const LINKS = 6;

/** The JSON of a glTF file. */
export const EXAMPLE = {
  asset: { version: "2.0" },
  nodes: [
    { name: "hips", translation: [0, 0.95, 0], children: [1] },
    { name: "chest", translation: [0, 0.35, 0], children: [2, 4, 5] },
    { name: "neck", translation: [0, 0.14, 0], children: [3] },
    { name: "head", translation: [0, 0.14, 0], children: [6] },
    { name: "left shoulder", translation: [0.17, 0.08, 0] },
    { name: "right shoulder", translation: [-0.17, 0.08, 0] },
    ...Array.from({ length: LINKS + 1 }, (_, i) => ({
      name: i < LINKS ? `ponytail ${i + 1}` : "ponytail end",
      translation: i === 0 ? [0, 0.06, -0.09] : [0, -0.05 - 0.008 * i, i === 1 ? -0.07 : -0.02],
      ...(i < LINKS ? { children: [7 + i] } : {}),
    })),
  ],
  extensions: {
    VRMC_springBone: {
      specVersion: "1.0",
      springs: [{
        name: "ponytail",
        joints: Array.from({ length: LINKS + 1 }, (_, i) => ({
          node: 6 + i, stiffness: 1.2 - 0.12 * i, dragForce: 0.25, gravityPower: 0.3, gravityDir: [0, -1, 0], hitRadius: 0.02,
        })),
      }],
    },
  },
};
