// Drop a file: recordings are smoothed and searched for resonances, bones and settings become springs.

import { commit } from "../state/params.ts";
import { button, make } from "./dom.ts";
import { EXAMPLE } from "./example.ts";
import { readFile, type Dropped } from "./files.ts";
import { read } from "./paste.ts";
import { recording } from "./recording.ts";
import { skeletonView } from "./skeleton.ts";
import { core, tune } from "./state.ts";

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** What a file is, in words. */
function summary(found: Dropped): string {
  if (found.kind === "text") return `${found.name} was read as settings.`;
  if (found.kind === "skeleton") return `${found.name}: ${count(found.nodes.length, "node")}, ${count(found.chains.length, "chain")}${found.source ? " of spring bones" : " to choose from"}.`;
  const part = found.times.length < found.total ? `the first ${found.times.length} of ${found.total} samples` : count(found.total, "sample");
  return `${found.name}: ${part}, ${count(found.columns.length, "column")}${found.joints.length ? `, ${count(found.joints.length, "joint")}` : ""}.`;
}

/** Adds the drop zone to `host`. */
export function dropped(host: HTMLElement): void {
  const status = make("p", { class: "small", role: "status" });
  const out = make("div", { class: "dropped" });
  // Ends what follows the page's signals for the file before.
  let end = () => {};
  const input = make("input", { type: "file", id: "file", class: "hidden", accept: ".csv,.tsv,.txt,.wav,.bvh,.gltf,.glb,.vrm,.json,.js,.ts,.swift,.kt,.dart" });
  const take = async (file: File) => {
    end();
    end = () => {};
    out.replaceChildren();
    status.textContent = `Reading ${file.name}…`;
    status.classList.remove("refusal");
    try {
      const found = readFile(file.name, new Uint8Array(await file.arrayBuffer()));
      if (found.kind === "recording") end = await recording(out, found);
      else if (found.kind === "skeleton") end = skeletonView(out, found);
      else settings(found.name, found.text);
      const kept = found.kind === "text" ? "" : " The file stays on this machine: it is not part of the address.";
      status.textContent = summary(found) + kept;
    } catch (error) {
      status.textContent = words(error);
      status.classList.add("refusal");
    }
  };
  const settings = (name: string, text: string) => {
    const pasted = read(text, (spec) => core.parse(spec));
    if ("error" in pasted) throw new Error(`${name}: ${pasted.error}`);
    tune(core.parse(pasted.spec));
    commit();
    out.append(make("p", { text: `Understood as ${pasted.spec}; it is the spring that is tuned now.` }));
  };
  input.addEventListener("change", () => input.files?.[0] && void take(input.files[0]));
  const zone = make("div", { class: "dropzone" },
    make("p", { text: "Drop CSV, WAV, BVH, glTF, VRM or source code here" }),
    make("div", { class: "controls" }, button("Choose a file", () => input.click()),
      button("Try a character’s ponytail", () => void take(new File([JSON.stringify(EXAMPLE)], "ponytail.vrm")))), input);
  input.setAttribute("aria-label", "File");
  input.tabIndex = -1;
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    zone.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && zone.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    zone.classList.remove("over");
    zone.scrollIntoView({ block: "nearest" });
    void take(file);
  });
  host.append(zone, status, out);
}
