// Sends a file of users to auth, which then checks it: part after part, so that neither side holds all of it.
import { askAdmin } from "../data/ask.ts";
import type { Console } from "../data/console.ts";
import { partsOf, readHashes, withHashes } from "./file_lines.ts";
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
  const { answer: begun } = await askAdmin<UserImport>(console, PATH, { method: "POST", body });
  const path = `${PATH}/${begun.id}`;
  try {
    let number = 0;
    for await (const part of partsOf(file, DOCUMENTS.includes(source))) {
      const lines = withHashes(part, hashes);
      const { answer } = await askAdmin<UserImport>(console, `${path}/parts/${++number}`, { method: "PUT", body: { lines } });
      onSent(answer.lines);
    }
    return (await askAdmin<UserImport>(console, `${path}/check`, { method: "POST", body: { parts: number } })).answer;
  } catch (error) {
    await askAdmin(console, `${path}/cancel`, { method: "POST" }).catch(() => {});
    throw error;
  }
}
