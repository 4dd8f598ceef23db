// Starts the money app. It draws before the session is loaded; users who are not signed in are redirected.
import { render } from "preact";
import { firstAnswer } from "./data/api.ts";
import { lookUpRole } from "./data/role.ts";
import { loadWho } from "./data/session.ts";
import { takeInvitedSpace } from "./data/space.ts";
import { message, showTheme } from "./data/state.ts";
import { leadToInvitation } from "./hosted/invitation.ts";
import { listenToKeys } from "./keyboard/early_keys.ts";
import { App, lateParts, openFirst } from "./shell/shell.tsx";
import { shellWords } from "./shell/words.ts";
import { wait } from "./ui/timing.ts";

leadToInvitation();
if (takeInvitedSpace()) message.value = { text: shellWords.space.opened };
showTheme();
listenToKeys();
void lookUpRole().catch(() => {});
void openFirst().then(draw);

function draw(): void {
  render(<App />, document.getElementById("app") as HTMLElement);
  void Promise.race([firstAnswer, wait(LONGEST_MS)]).then(goOn);
}

/** Some screens send no request. */
const LONGEST_MS = 1_000;
const BEHIND_MS = 1_500;

async function goOn(): Promise<void> {
  const user = loadWho().catch(() => {});
  const parts = await import("./shell/late_parts.tsx");
  void user.then(parts.keepFlushing);
  lateParts.value = parts;
  setTimeout(parts.startBackgroundWork, BEHIND_MS);
}
