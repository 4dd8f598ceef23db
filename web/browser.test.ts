// The pages and the app in a real browser: what people do, figures against the rows of the API, and what axe finds. One service and one browser for all.
import { lookAtScreens } from "./testing/flows_axe.ts";
import { bookEntries } from "./testing/flows_entry.ts";
import { compareFigures } from "./testing/flows_figures.ts";
import { importFiles } from "./testing/flows_imports.ts";
import { changeMonth } from "./testing/flows_month.ts";
import { goOffline } from "./testing/flows_offline.ts";
import { visitPages } from "./testing/flows_pages.ts";
import { keepPlaces } from "./testing/flows_places.ts";
import { trySample } from "./testing/flows_sample.ts";
import { secureAccounts } from "./testing/flows_security.ts";
import { useSettings } from "./testing/flows_settings.ts";
import { enterByCompany } from "./testing/flows_sso.ts";
import { openStage } from "./testing/stage.ts";

const stage = openStage();
bookEntries(stage);
changeMonth(stage);
keepPlaces(stage);
secureAccounts(stage);
enterByCompany(stage);
useSettings(stage);
importFiles(stage);
goOffline(stage);
trySample(stage);
compareFigures(stage);
lookAtScreens(stage);
visitPages(stage);
