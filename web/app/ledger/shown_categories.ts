// The categories that a list is about: of a split row it shows and counts what is under them.
import { createContext } from "preact";

export const ShownCategories = createContext<ReadonlySet<number> | undefined>(undefined);
