// Sends a file of users to auth, which then checks it: part after part, so that neither side holds all of it.
import { askAdmin } from "../data/ask.ts";
import type { Console } from "../data/console.ts";
import { partsOf, readHashes, UnreadableFile, withHashes } from "./file_lines.ts";
import { PATH, type Source, type UserImport } from "./import_record.ts";

export interface ImportWish {
  source: Source;
  file: File;
  /** Of Auth0. */
  passwords?: File | undefined;
  /** Of Firebase. */
  hashing?: object | undefined;
}

const DOCUMENTS: readonly Source[] = ["firebase", "keycloak"];

/** The import, which is checked in the background. Throws a Refusal or UnreadableFile; then nothing of the file stays. */
export async function sendFile(
  console: Console,
  { source, file, passwords, hashing }: ImportWish,
  onSent: (lines: number) => void,
): Promise<UserImport> {
  const hashes = passwords ? await readHashes(passwords) : new Map<string, string>();
  const body = { source, file_name: file.name.slice(0, 255), ...(hashing && { hashing }) };
  const send = async <T>(method: "POST" | "PUT", below: string, sent: object) =>
    (await askAdmin<T>(console, PATH + below, { method, body: sent })).answer;
  let path: string | undefined;
  try {
    let number = 0;
    for await (const part of partsOf(file, DOCUMENTS.includes(source))) {
      // Not before the file has turned out to be readable.
      path ??= `/${(await send<UserImport>("POST", "", body)).id}`;
      const { lines } = await send<UserImport>("PUT", `${path}/parts/${++number}`, { lines: withHashes(part, hashes) });
      onSent(lines);
    }
    if (path === undefined) throw new UnreadableFile();
    return await send<UserImport>("POST", `${path}/check`, { parts: number });
  } catch (error) {
    if (path !== undefined) await send("POST", `${path}/cancel`, {}).catch(() => {});
    throw error;
  }
}
