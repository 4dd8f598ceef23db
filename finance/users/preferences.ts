// GET, PUT /preferences: what the caller likes, as clients want to keep it. A user's own, and the same in every space; nothing of it is in the log.
import { Type } from "typebox";
import { findUnstorable } from "../../kernel/http/json.ts";
import { endpoint } from "../endpoint.ts";
import { isObject } from "../fields/inside.ts";
import type { Problem } from "../fields/problems.ts";
import { presentField, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf, problemOf, type WithProblems } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { findPreferences, setPreferences } from "./queries.ts";

const MOST_BYTES = 8_192;

const Preferences = Type.Record(Type.String(), Type.Unknown(), {
  description: `Whatever a client keeps, up to ${MOST_BYTES} bytes`,
});
const reply = Type.Object({ preferences: Preferences });

export const getPreferences = endpoint({
  method: "GET",
  path: "/preferences",
  access: "reader",
  summary: "The caller's preferences",
  reply,
  handle: async ({ db, caller }) => ({ preferences: await findPreferences(db, caller.userId) }),
});

export const putPreferences = writeEndpoint({
  method: "PUT",
  path: "/preferences",
  access: "own",
  summary: "Set the caller's preferences; what is not sent is gone",
  body: reply,
  reply,
  handle: ({ record, writeAlone, caller }) => {
    const { value: preferences, problems } = readPreferences(record);
    throwIfInvalid(record, {}, problems);
    return writeAlone(async (tx) => {
      await setPreferences(tx, caller.userId, preferences);
      return { before: {}, after: {}, answer: { preferences } };
    });
  },
});

function readPreferences(record: Submitted): WithProblems<object> {
  const { value } = presentField(record, "preferences") ?? {};
  const text = JSON.stringify(value ?? {});
  const isTooLong = Buffer.byteLength(text) > MOST_BYTES;
  return {
    // Numbers as a client will read them.
    value: JSON.parse(JSON.stringify(JSON.parse(text))) as object,
    problems: joinProblems(
      problemOf("preferences", objectProblem(value)),
      problemIf(isTooLong, "preferences", { kind: "tooLong", values: { most: MOST_BYTES } }),
    ),
  };
}

function objectProblem(value: unknown): Problem | undefined {
  if (value === undefined) return { kind: "required" };
  if (!isObject(value)) return { kind: "notAnObject" };
  return findUnstorable(value) === undefined ? undefined : { kind: "unstorable" };
}
