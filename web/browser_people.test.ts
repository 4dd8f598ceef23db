// People and their accounts in a real browser: signing in and up, second steps, households, settings, and the pages without scripts.
import { spendFirstHour } from "./testing/flows_first_hour.ts";
import { shareHousehold } from "./testing/flows_household.ts";
import { ownServer } from "./testing/flows_owner.ts";
import { visitPages } from "./testing/flows_pages.ts";
import { keepPlaces } from "./testing/flows_places.ts";
import { proveAgain } from "./testing/flows_proof.ts";
import { secureAccounts } from "./testing/flows_security.ts";
import { useSettings } from "./testing/flows_settings.ts";
import { shareSpaces } from "./testing/flows_spaces.ts";
import { enterByCompany } from "./testing/flows_sso.ts";
import { meetTrouble } from "./testing/flows_states.ts";
import { openStage } from "./testing/stage.ts";

const stage = openStage();
secureAccounts(stage);
proveAgain(stage);
shareSpaces(stage);
shareHousehold(stage);
enterByCompany(stage);
useSettings(stage);
keepPlaces(stage);
meetTrouble(stage);
visitPages(stage);
ownServer(stage);
spendFirstHour(stage);
