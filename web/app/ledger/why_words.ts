// The text of "Why?". What counts in each figure stands in another file, so that screens load only what they show.
import { texts } from "../language.ts";

export const whyWords = texts({ why: { pt: "Por quê?", en: "Why?" } });
