// The console for administrators in a real browser.
import { readLogs } from "./testing/flows_audit.ts";
import { actOnMany } from "./testing/flows_bulk_jobs.ts";
import { administrate } from "./testing/flows_console.ts";
import { watchServer } from "./testing/flows_console_overview.ts";
import { protect } from "./testing/flows_protection.ts";
import { openStage } from "./testing/stage.ts";

const stage = openStage();
administrate(stage);
actOnMany(stage);
watchServer(stage);
protect(stage);
readLogs(stage);
