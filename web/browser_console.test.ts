// The console for administrators in a real browser.
import { readLogs } from "./testing/flows_audit.ts";
import { careForApps } from "./testing/flows_apps.ts";
import { actOnMany } from "./testing/flows_bulk_jobs.ts";
import { administrate } from "./testing/flows_console.ts";
import { connect } from "./testing/flows_hooks.ts";
import { openStage } from "./testing/stage.ts";

const stage = openStage();
administrate(stage);
actOnMany(stage);
readLogs(stage);
connect(stage);
careForApps(stage);
