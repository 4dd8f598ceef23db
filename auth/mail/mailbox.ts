// Reads the folder that takes messages as files while no mail server is set.
import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { readMail } from "../../kernel/mail_text.ts";

/** As transport.ts and sms_mailbox.ts name their files: when, and the id in the outbox. */
export const MESSAGE_NAME = "^[0-9]{8}T[0-9]{6}[.][0-9]{3}Z-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](eml|sms)$";
const isMessageName = new RegExp(MESSAGE_NAME);

const HEAD_BYTES = 8 * 1024;
const MOST_BYTES = 512 * 1024;

export interface MailboxEntry {
  name: string;
  kind: "mail" | "sms";
  to: string;
  subject: string;
  sent_at: string;
}

/** Newest first. `before`: the last name of the list before this one. */
export async function listMailbox(folder: string, most: number, before?: string): Promise<MailboxEntry[]> {
  const all = await readdir(folder).catch(nothing);
  const names = (all ?? []).filter((name) => isMessageName.test(name) && (before === undefined || name < before));
  const newest = names.sort().reverse().slice(0, most);
  const entries = await Promise.all(newest.map(async (name) => describe(name, await readStart(folder, name, HEAD_BYTES))));
  return entries.filter((each) => each !== undefined);
}

/** Undefined where there is no such message. */
export async function readMailbox(folder: string, name: string): Promise<(MailboxEntry & { text: string }) | undefined> {
  if (!isMessageName.test(name)) return undefined;
  const raw = await readStart(folder, name, MOST_BYTES);
  const entry = describe(name, raw);
  if (raw === undefined || entry === undefined) return undefined;
  if (entry.kind === "sms") return { ...entry, text: raw.split("\n").slice(2).join("\n").trim() };
  const text = readMail(raw).parts.find(({ type }) => type === "text/plain")?.text ?? "";
  return { ...entry, text: text.replaceAll("\r\n", "\n").trim() };
}

function describe(name: string, raw: string | undefined): MailboxEntry | undefined {
  if (raw === undefined) return undefined;
  const { to = "", subject = "" } = readMail(raw).headers;
  return {
    name,
    kind: name.endsWith(".sms") ? "sms" : "mail",
    to: to.replace(/^<(.*)>$/, "$1"),
    subject,
    sent_at: momentOf(name),
  };
}

/** `20260131T120000.000Z` has no dashes and colons, which some file systems do not take. */
function momentOf(name: string): string {
  return name.slice(0, 20).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, "$1-$2-$3T$4:$5:");
}

/** Undefined for what is gone, or no plain file: a link could lead out of the folder. */
async function readStart(folder: string, name: string, most: number): Promise<string | undefined> {
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(nothing);
  if (!file) return undefined;
  try {
    return (await file.stat()).isFile() ? await firstBytes(file, most) : undefined;
  } finally {
    await file.close();
  }
}

async function firstBytes(file: FileHandle, most: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
  return buffer.toString("utf8", 0, bytesRead);
}

function nothing(error: NodeJS.ErrnoException): undefined {
  if (["ENOENT", "ENOTDIR", "ELOOP"].includes(error.code ?? "")) return undefined;
  throw error;
}
