// Starts the money app. It draws before the session is loaded; users who are not signed in are redirected.
import { effect } from "@preact/signals";
import { render } from "preact";
import { showDensity, showTheme } from "./data/preferences.ts";
import { retryWhenReachable } from "./data/replies.ts";
import { loadUser, recallOwner } from "./data/session.ts";
import { takeInvitedSpace } from "./data/space.ts";
import { createStore } from "./data/store.ts";
import { StoreContext } from "./data/use_store.ts";
import { leadToInvitation } from "./hosted/invitation.ts";
import { listenToKeys } from "./keyboard/early_keys.ts";
import { App, lateParts, openFirst } from "./shell/shell.tsx";
import { shellWords } from "./shell/words.ts";
import { wait } from "./ui/timing.ts";

leadToInvitation();
const store = createStore();
const recalled = recallOwner(store);
if (takeInvitedSpace(store)) store.message.value = { text: shellWords.space.opened };
showTheme();
showDensity(store);
effect(() => void document.documentElement.toggleAttribute("data-read-only", store.isReadOnly.value));
listenToKeys();
retryWhenReachable(store);
if (store.spaceId.value !== "") void import("./data/role.ts").then((role) => role.lookUpRole(store)).catch(() => {});
void openFirst().then(draw);

function draw(): void {
  render(
    <StoreContext.Provider value={store}>
      <App />
    </StoreContext.Provider>,
    document.getElementById("app") as HTMLElement,
  );
  void Promise.race([store.firstReply.promise, wait(LONGEST_MS)]).then(goOn);
}

/** Some screens send no request. */
const LONGEST_MS = 1_000;
const BEHIND_MS = 1_500;

async function goOn(): Promise<void> {
  const user = recalled.then(() => loadUser(store)).catch(() => {});
  const parts = await import("./shell/late_parts.tsx");
  void user.then(() => parts.flushRegularly(store));
  parts.recordSteps(store);
  lateParts.value = parts;
  setTimeout(() => parts.startBackgroundWork(store), BEHIND_MS);
}
