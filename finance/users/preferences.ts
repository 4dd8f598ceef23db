// GET, PUT /preferences: what the caller likes, as clients want to keep it. A user's own, and the same in every space; nothing of it is in the log.
import { Type } from "typebox";
import { findUnstorable, WrittenNumber } from "../../kernel/http/json.ts";
import { endpoint, writeEndpoint } from "../endpoint.ts";
import { addProblem, judge, type Submitted, saidField } from "../fields/record.ts";
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
    const preferences = readPreferences(record);
    judge(record, {});
    return writeAlone(async (tx) => {
      await setPreferences(tx, caller.userId, preferences);
      return { before: {}, after: {}, answer: { preferences } };
    });
  },
});

function readPreferences(record: Submitted): object {
  const { value } = saidField(record, "preferences") ?? {};
  if (value === undefined) addProblem(record, "preferences", { kind: "required" });
  else if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof WrittenNumber)
    addProblem(record, "preferences", { kind: "notAnObject" });
  else if (findUnstorable(value) !== undefined) addProblem(record, "preferences", { kind: "unstorable" });
  const text = JSON.stringify(value ?? {});
  if (Buffer.byteLength(text) > MOST_BYTES) addProblem(record, "preferences", { kind: "tooLong", values: { most: MOST_BYTES } });
  // Numbers as a client will read them.
  return JSON.parse(JSON.stringify(JSON.parse(text))) as object;
}
