// Reads files of users: one JSON document, or one object a line.
import { open, readFile } from "node:fs/promises";
import { OperatorError } from "../../kernel/process/operator_error.ts";

/** `{ "users": [...] }`. */
export async function readUsers<User>(path: string): Promise<User[]> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new OperatorError(`The file cannot be read: ${error.message}`);
  });
  const { users } = parse<{ users?: unknown }>(text, path);
  if (!Array.isArray(users)) throw new OperatorError(`${path} contains no list "users".`);
  return users as User[];
}

export async function* readLines<Item>(path: string): AsyncIterable<Item> {
  const file = await open(path).catch((error: Error) => {
    throw new OperatorError(`The file cannot be read: ${error.message}`);
  });
  await using _ = { [Symbol.asyncDispose]: () => file.close() };
  let number = 0;
  for await (const line of file.readLines({ autoClose: false })) {
    number++;
    if (line.trim() !== "") yield parse<Item>(line, `Line ${number} of ${path}`);
  }
}

function parse<T>(text: string, what: string): T {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (value !== null && typeof value === "object") return value as T;
  } catch {}
  throw new OperatorError(`${what} is not a JSON object.`);
}
