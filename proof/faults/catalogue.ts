// All faults of the plan in order, and the omitted ones with the reason.
import type { Fault } from "./fault.ts";
import { serviceKilled } from "./p01_service_killed.ts";
import { exactPoints } from "./p02_exact_points.ts";
import { postgresKilled } from "./p03_postgres_killed.ts";
import { postgresRestarted } from "./p04_postgres_restarted.ts";
import { connectionsExhausted } from "./p05_connections_exhausted.ts";
import { slowDatabase } from "./p06_slow_database.ts";
import { cutAfterCommit } from "./p07_cut_after_commit.ts";
import { dataDiskFull } from "./p08_data_disk_full.ts";
import { walDiskFull } from "./p09_wal_disk_full.ts";
import { lockStorm } from "./p10_lock_storm.ts";
import { mailServerDown } from "./p11_mail_server_down.ts";
import { smsGatewayDown } from "./p12_sms_gateway_down.ts";
import { captchaDown } from "./p13_captcha_down.ts";
import { providerDown } from "./p14_provider_down.ts";
import { clockJumps } from "./p15_clock_jumps.ts";
import { sigterm } from "./p16_sigterm.ts";
import { rollingRestart } from "./p17_rolling_restart.ts";
import { twoReplicas } from "./p18_two_replicas.ts";
import { migrationInterrupted } from "./p19_migration_interrupted.ts";
import { upgrade } from "./p20_upgrade.ts";
import { keyRotation } from "./p23_key_rotation.ts";
import { backupKilled } from "./p24_backup_killed.ts";
import { webhooksCut } from "./p27_webhooks_cut.ts";
import { importsKilled } from "./p28_imports_killed.ts";
import { manyRowsKilled } from "./p29_many_rows_killed.ts";
import { adoptionKilled } from "./p30_adoption_killed.ts";
import { adoptedKilled } from "./p31_adopted_killed.ts";
import { settingsKilled } from "./p32_settings_killed.ts";
import { plansKilled } from "./p33_plans_killed.ts";
import { uploadsKilled } from "./p34_uploads_killed.ts";

export const FAULTS: readonly Fault[] = [
  serviceKilled,
  exactPoints,
  postgresKilled,
  postgresRestarted,
  connectionsExhausted,
  slowDatabase,
  cutAfterCommit,
  dataDiskFull,
  walDiskFull,
  lockStorm,
  mailServerDown,
  smsGatewayDown,
  captchaDown,
  providerDown,
  clockJumps,
  sigterm,
  rollingRestart,
  twoReplicas,
  migrationInterrupted,
  upgrade,
  keyRotation,
  backupKilled,
  webhooksCut,
  importsKilled,
  manyRowsKilled,
  adoptionKilled,
  adoptedKilled,
  settingsKilled,
  plansKilled,
  uploadsKilled,
];

export const LEFT_OUT: Readonly<Record<string, string>> = {
  P21: "limits on memory and file descriptors: not part of this harness",
  P22: "a blocked event loop: it would need a hook in the product",
  P25: "configuration errors: tests of the configuration cover them",
  P26: "24 hours of random faults: not part of this harness",
  "power loss": "a killed process leaves the page cache; a machine that is reset, or a device that drops writes, was not tried",
  pg_checksums:
    "the program is not in the package; every page is read with checksums on, and amcheck compares indexes with tables",
};
