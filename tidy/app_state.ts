// The state of the app is one value that is passed: what stands in a module would be shared by everything that imports it.
import { type Files, isTest } from "./files.ts";

const STATE = /^(?:export )?(?:let \w+|const \w+(?:: (?!Readonly)[^=]+)? = (?:signal|computed|new (?:Map|Set))\b)/gm;

export function stateOutsideStore(files: Files): string[] {
  return [...files]
    .filter(([path]) => path.startsWith("web/app/data/") && !isTest(path))
    .flatMap(([path, text]) => [...text.matchAll(STATE)].map(([line]) => `${path}: ${line} belongs to data/store.ts`));
}
