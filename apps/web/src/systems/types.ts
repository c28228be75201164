// What a system of the page is: data. The page makes its sliders, its picture and its text of it.

export interface SliderSpec {
  /** Its key in the address. */
  key: string;
  label: string;
  unit?: string;
  initial: number;
  min: number;
  max: number;
  log?: boolean;
  digits?: number;
  /** It is there to show that it changes nothing. */
  inert?: boolean;
}

/** The style of a curve: the number of its color, then words. */
export interface CurveSpec {
  label: string;
  color: number;
  dashed?: boolean;
  thin?: boolean;
  /** Drawn as dots, not as a line. */
  dots?: boolean;
  /** Drawn in steps, held between two samples. */
  held?: boolean;
}

/** A vertical line, a horizontal line or words, from the marks of a system. */
export type MarkSpec =
  | { kind: "moment" | "level"; label?: string }
  | { kind: "read"; label: string; unit?: string; percent?: boolean };

export type DrawSpec =
  /** Curves over an axis. */
  | { kind: "curves"; x: string; y: string; logX?: boolean; logY?: boolean; yRange?: [number, number]; turns?: TurnSpec }
  /** Paths in a plane, both axes alike; points that move along some, the last of which looks at the others. */
  | { kind: "plane"; x: string; y: string; moving?: number[]; looks?: boolean; range?: [number, number, number, number] }
  /** A network in frames of 1/30 s. */
  | { kind: "network"; range: [number, number, number, number] }
  /** Bodies in frames of 1/60 s: for each a path and its angle; later curves are plots over time. */
  | { kind: "bodies"; bodies: BodySpec[]; range: [number, number, number, number]; lines?: [number, number][]; ground?: number; target?: [number, number]; plot?: { from: number; x: string; y: string }; slow?: number };

/** A box that turns: the curves of its quaternion, x over y and z over w, and their samples per second. */
export interface TurnSpec {
  curves: [number, number];
  rate: number;
}

export interface BodySpec {
  label: string;
  color: number;
  shape: "box" | "disc" | "fan" | "car" | "cart";
  size: number;
  /** Where it is drawn beside its path. */
  dx?: number;
  dy?: number;
}

/** A table of comma-separated values, from the picture and the sliders. */
export interface FileSpec {
  name: string;
  head: string;
  /** What the file does not have, and what the command therefore leaves out. */
  note?: string;
  rows: (picture: { curves: ArrayLike<number>[] }, values: Record<string, number>) => number[][];
}

export interface System {
  /** Its name in addresses and in `programs`. */
  id: string;
  title: string;
  article: ArticleId;
  /** One sentence: what is to be seen. */
  point: string;
  /** Lines of TeX. */
  formula: string[];
  sliders: SliderSpec[];
  draw: DrawSpec;
  curves: CurveSpec[];
  marks?: MarkSpec[];
  /** The calls that made it; `{key}` is the value of a slider. The JavaScript is the file of its name in `programs`. */
  rust: string;
  cli: string | ((values: Record<string, number>) => string);
  /** The file that the command reads. */
  file?: FileSpec;
  /** The page of the documentation, below the crate's root. */
  docs: string;
}

export type ArticleId = "holden" | "juckett" | "bowles" | "nissen" | "fiedler";

export interface Article {
  id: ArticleId;
  author: string;
  title: string;
  url: string;
}

export const ARTICLES: Article[] = [
  { id: "holden", author: "Daniel Holden", title: "Spring-It-On: The Game Developer's Spring-Roll-Call", url: "https://theorangeduck.com/page/spring-roll-call" },
  { id: "juckett", author: "Ryan Juckett", title: "Damped Springs", url: "https://www.ryanjuckett.com/damped-springs/" },
  { id: "bowles", author: "Huw Bowles", title: "Spring dynamics for production", url: "http://www.huwbowles.com/spring-dynamics-production/" },
  { id: "nissen", author: "Michael Schmidt Nissen", title: "How to make your damped springs stiffer, more stable and easier to tune", url: "https://www.slideshare.net/widgetdog/hatten-spring-1561232600stablesprings073" },
  { id: "fiedler", author: "Glenn Fiedler", title: "Spring Physics", url: "https://gafferongames.com/post/spring_physics/" },
];
