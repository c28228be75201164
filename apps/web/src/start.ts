// What every page does once its parameters are registered.

import "./style/page.css";
import { connectNumbers } from "./parts/number.ts";
import { connectTheme } from "./parts/theme.ts";
import { followAddress } from "./state/params.ts";

/** Connects the theme button, the numbers in the text and the address. */
export function start(): void {
  connectTheme();
  connectNumbers(document);
  followAddress();
  // Milliseconds from the navigation, for the tests.
  document.documentElement.dataset.ready = performance.now().toFixed(1);
}
