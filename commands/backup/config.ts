// The variables of backups.
import { Encrypter } from "age-encryption";
import { type ConfigOf, ConfigReader, configTable, type Environment } from "../../kernel/config/config.ts";
import { type Format, FormatError, list, text } from "../../kernel/config/formats.ts";
import { isCrontab } from "../../kernel/jobs.ts";
import type { Keep } from "./retention.ts";

const recipients: Format<readonly string[]> = {
  allowed: "a public key of age (age1...), or several separated by commas",
  read(raw) {
    const keys = list.read(raw);
    if (keys.length === 0 || !keys.every(isRecipient)) throw new FormatError();
    return keys;
  },
};

export function isRecipient(key: string): boolean {
  try {
    new Encrypter().addRecipient(key);
    return true;
  } catch {
    return false;
  }
}

/** As a crontab. */
const moment: Format<string> = {
  allowed: "a time of day such as 03:00, or a crontab such as 0 3 * * 1, both in UTC",
  read(raw) {
    const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(raw) ?? [];
    const crontab = hours === undefined ? raw.split(/\s+/).join(" ") : `${Number(minutes)} ${Number(hours)} * * *`;
    if (!isCrontab(crontab)) throw new FormatError();
    return crontab;
  },
};

const keep: Format<Keep> = {
  allowed: "three whole numbers separated by commas: how many days, weeks and months, at least one of them not 0",
  read(raw) {
    const [, daily, weekly, monthly] = /^(\d{1,4}) *, *(\d{1,4}) *, *(\d{1,4})$/.exec(raw)?.map(Number) ?? [];
    if (!daily && !weekly && !monthly) throw new FormatError();
    return { daily: daily ?? 0, weekly: weekly ?? 0, monthly: monthly ?? 0 };
  },
};

export const backupTable = configTable({
  at: {
    env: "COFRE_BACKUP_AT",
    format: moment,
    doc: "When the all-in-one start backs itself up, in UTC. Needs `COFRE_BACKUP_FOLDER` and a key. A night that was missed is made up for at the next start, for a day.",
  },
  folder: {
    env: "COFRE_BACKUP_FOLDER",
    format: text,
    doc: "Where backups are written, best on another disk. It must exist, so that a disk that is not mounted is noticed.",
  },
  keep: {
    env: "COFRE_BACKUP_KEEP",
    format: keep,
    initial: { daily: 7, weekly: 4, monthly: 12 },
    unset: "`7,4,12`",
    doc: "How many scheduled backups are kept: the last one of each of so many days, weeks and months. Backups by hand are never deleted.",
  },
  recipient: {
    env: "COFRE_BACKUP_RECIPIENT",
    format: recipients,
    unset: "the key of `cofre backup --new-key`",
    doc: "The public key to which backups are encrypted. Each of several private keys opens them.",
  },
  identity: {
    env: "COFRE_BACKUP_IDENTITY",
    format: text,
    doc: "File with the private key, for `restore` and `verify`. It does not belong on the server.",
  },
  passphrase: {
    env: "COFRE_BACKUP_PASSPHRASE",
    format: text,
    secret: true,
    doc: "The pass phrase, instead of a question on the terminal.",
  },
  passphraseFile: { env: "COFRE_BACKUP_PASSPHRASE_FILE", format: text, doc: "File whose first line is the pass phrase." },
  postgresBin: {
    env: "COFRE_POSTGRES_BIN",
    format: text,
    unset: "those in `PATH`",
    doc: "Folder of `pg_dump` and `pg_restore`, for a database of your own.",
  },
});

export type BackupConfig = ConfigOf<typeof backupTable>;

export function readBackupConfig(environment: Environment): { config: BackupConfig; faults: readonly string[] } {
  const reader = new ConfigReader(environment, [""]);
  const config = reader.read(backupTable);
  if (reader.isSet(backupTable.at)) reader.require(backupTable.folder, backupTable.at, "is set");
  return { config, faults: reader.faults };
}
