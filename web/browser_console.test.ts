// The console for administrators in a real browser.

import { careForApps } from "./testing/flows_apps.ts";
import { readLogs } from "./testing/flows_audit.ts";
import { actOnMany } from "./testing/flows_bulk_jobs.ts";
import { administrate } from "./testing/flows_console.ts";
import { rotateKeys } from "./testing/flows_console_keys.ts";
import { watchServer } from "./testing/flows_console_overview.ts";
import { changeSettings } from "./testing/flows_console_settings.ts";
import { linkCompanies } from "./testing/flows_console_sso.ts";
import { connect } from "./testing/flows_hooks.ts";
import { moveUsers } from "./testing/flows_moving.ts";
import { protect } from "./testing/flows_protection.ts";
import { openStage } from "./testing/stage.ts";

const stage = openStage();
administrate(stage);
actOnMany(stage);
watchServer(stage);
protect(stage);
moveUsers(stage);
readLogs(stage);
changeSettings(stage);
rotateKeys(stage);
connect(stage);
careForApps(stage);
linkCompanies(stage);
