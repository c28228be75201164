// The pages, in the order of the header. Each is pages/NAME.html (its <main>) and src/NAME/main.ts.
export const pages = [
  {
    name: "essay",
    file: "index.html",
    link: "Essay",
    title: "sprung: springs for anything that moves",
    description: "An essay in ten figures about springs: why motion lags, and how to make it the same at every frame rate.",
  },
  {
    name: "tuner",
    file: "tuner.html",
    link: "Tuner",
    title: "sprung: the tuner",
    description: "Tune a spring by hand, compare it with other libraries, and take it away as code.",
  },
  {
    name: "systems",
    file: "systems.html",
    link: "Systems",
    title: "sprung: every system, live",
    description: "Every spring system of the five articles, live, with its formula, its code and sliders.",
  },
];

// Scripts that a page loads when it needs them: `load("NAME")` gives the exports of src/ENTRY.
export const modules = [
  { name: "springs", entry: "core/springs.module.ts" },
  { name: "networks", entry: "core/networks.module.ts" },
  { name: "signal", entry: "core/signal.module.ts" },
  // The programs of the systems of the articles, with the modules that they use.
  { name: "systems_core", entry: "systems/core.ts" },
];
