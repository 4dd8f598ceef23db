// The app's state is one value that is passed: module state would be shared by all importers.
import { type Files, isTest } from "./files.ts";

const STATE = /^(?:export )?(?:let \w+|const \w+(?:: (?!Readonly)[^=]+)? = (?:signal|computed|new (?:Map|Set))\b)/gm;

export function stateOutsideStore(files: Files): string[] {
  return [...files]
    .filter(([path]) => path.startsWith("web/app/data/") && !isTest(path))
    .flatMap(([path, text]) => [...text.matchAll(STATE)].map(([line]) => `${path}: ${line} belongs to data/store.ts`));
}
