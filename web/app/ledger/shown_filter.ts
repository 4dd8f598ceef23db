// The categories and the tag that a list is about: of a split row it shows and counts the parts that fit.
import { createContext } from "preact";
import type { ShareFilter } from "../rules/row_filter.ts";

export const ShownFilter = createContext<ShareFilter>({});
