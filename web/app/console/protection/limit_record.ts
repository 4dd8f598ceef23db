// Limits, as auth shows them, and their texts.
import { language } from "../../language.ts";
import { count } from "../data/number_text.ts";
import { limitWords, protectionWords } from "./words.ts";

export interface Rate {
  shape?: "bucket" | "window";
  most?: number;
  seconds?: number;
}

export interface Limit extends Rate {
  name: string;
  counts: keyof typeof protectionWords.counted;
  variable: string | null;
  held_back: number;
  until: string | null;
}

export interface MessageBudget extends Rate {
  name: string;
  variable: string | null;
  used: number;
  until: string | null;
}

export interface LimitsReply {
  limits: Limit[];
  messages: MessageBudget[];
}

/** What has no text of ours keeps the name that auth gives it. */
export const limitName = (name: string): string => limitWords.names[name as keyof typeof limitWords.names] ?? name;

export const matterName = (matter: string): string => limitWords.matters[matter as keyof typeof limitWords.matters] ?? matter;

export function rateText({ shape, most, seconds }: Rate): string {
  const words = protectionWords.limits;
  if (most === undefined || seconds === undefined) return words.off;
  if (most === 0) return words.nothing;
  return (shape === "window" ? words.window : words.bucket)(count(most), durationText(seconds));
}

function durationText(seconds: number): string {
  const [value, unit] =
    seconds >= 3600 && seconds % 3600 === 0
      ? [seconds / 3600, "hour"]
      : seconds >= 60 && seconds % 60 === 0
        ? [seconds / 60, "minute"]
        : [seconds, "second"];
  return value.toLocaleString(language, { style: "unit", unit, maximumFractionDigits: 2 });
}

export const timeOf = (moment: string): string =>
  new Date(moment).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
