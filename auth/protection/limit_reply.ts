// How limits are shown.
import { Type } from "typebox";
import type { Limit } from "../limits/queries_tries.ts";

export const Moment = Type.String({ format: "date-time" });
export const LimitName = Type.String();
export const Variable = Type.Union([Type.String(), Type.Null()], { description: "What sets it; null: it is fixed" });
export const Most = Type.Integer({ description: "So many" });
export const Shape = Type.Unsafe<Limit["shape"]>({
  type: "string",
  enum: ["bucket", "window"],
  description: "bucket: one more every so many `seconds`; window: all of them again when that time has passed",
});
export const Seconds = Type.Number();

export const wireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
