// The name that a file is shown and downloaded under. It comes from a stranger: it names no folder, hides nothing, and ends as its kind does.
import { EXTENSIONS, type MediaType } from "./clean_file.ts";

export const LONGEST_FILE_NAME = 120;
const UNNAMED = "recibo";
/** Control characters, line breaks, and marks that turn the direction of text, which would hide how a name ends. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const ALIASES: Readonly<Record<string, string>> = { jpeg: "jpg", jpe: "jpg", jfif: "jpg" };

export function safeFileName(name: string | undefined, type: MediaType): string {
  const extension = EXTENSIONS[type];
  const own = (name ?? "").toWellFormed().normalize("NFC").replace(HIDDEN, "").split(/[/\\]/).at(-1) as string;
  const [, stem = own, end = ""] = /^(.*)\.([A-Za-z0-9]{1,8})$/su.exec(own) ?? [];
  const isRight = (ALIASES[end.toLowerCase()] ?? end.toLowerCase()) === extension;
  const kept = (isRight || end === "" ? stem : own).replace(/[<>:"|?*]/g, "_").replace(/^[\s.]+|[\s.]+$/g, "");
  const short = [...kept]
    .slice(0, LONGEST_FILE_NAME - extension.length - 1)
    .join("")
    .trim();
  return `${short === "" ? UNNAMED : short}.${extension}`;
}

/** For `Content-Disposition` (RFC 6266): in plain letters for old programs, and whole for the others. */
export function disposition(how: "inline" | "attachment", name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
