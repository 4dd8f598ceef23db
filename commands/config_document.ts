// docs/start_config.md: the variables of the all-in-one start and of commands.
import type { ConfigDocument } from "../kernel/config/docs.ts";
import { backupTable } from "./backup/config.ts";
import { homeTable } from "./home.ts";

export const configDocument: ConfigDocument = {
  path: "docs/start_config.md",
  title: "Configuration of the all-in-one start and of backups",
  prefixes: [""],
  sections: [
    { title: "Home", table: homeTable },
    { title: "Backups", note: "[Backup and restore](backup.md) says how they go together.", table: backupTable },
  ],
};
