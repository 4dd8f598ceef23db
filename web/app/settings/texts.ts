// What the settings say, in the language of the page.
import { choose } from "../words/words.ts";
import { ENGLISH } from "./texts_en.ts";
import { PORTUGUESE, type Texts } from "./texts_pt.ts";

export const texts: Texts = choose<Texts>(PORTUGUESE, ENGLISH);
