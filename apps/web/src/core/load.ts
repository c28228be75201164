// Loads a script of the page's folder when it is first needed: a page opened from `file://` may load scripts, but neither
// modules nor data.

const loading = new Map<string, Promise<unknown>>();

/** The exports of `NAME.js`, which `pages.mjs` lists as a module. */
export function load<T>(name: string): Promise<T> {
  let promise = loading.get(name);
  if (!promise) {
    promise = new Promise<T>((done, fail) => {
      const script = document.createElement("script");
      script.src = `${name}.js`;
      script.onload = () => done((globalThis as Record<string, unknown>)[`sprung_${name}`] as T);
      script.onerror = () => fail(new Error(`${name}.js is missing beside the page`));
      document.head.append(script);
    });
    loading.set(name, promise);
  }
  return promise as Promise<T>;
}
