// The money app. It begins to draw before it knows who is there: whoever is not signed in is led to where they can be.
import { render } from "preact";
import { firstAnswer } from "./api.ts";
import { listenToKeys } from "./early_keys.ts";
import { leadToInvitation } from "./invitation.ts";
import { lookUpRole } from "./role.ts";
import { loadWho } from "./session.ts";
import { App, later, openFirst } from "./shell.tsx";
import { after } from "./soon.ts";
import { takeInvited } from "./space.ts";
import { message, showTheme } from "./state.ts";
import { words } from "./words.ts";

leadToInvitation();
if (takeInvited()) message.value = { text: words.space.opened };
showTheme();
listenToKeys();
void lookUpRole().catch(() => {});
void openFirst().then(draw);

function draw(): void {
  render(<App />, document.getElementById("app") as HTMLElement);
  void Promise.race([firstAnswer, after(LONGEST_MS)]).then(goOn);
}

/** A screen may ask for nothing. */
const LONGEST_MS = 1_000;
const BEHIND_MS = 1_500;

async function goOn(): Promise<void> {
  const known = loadWho().catch(() => {});
  const loaded = await import("./later.tsx");
  void known.then(loaded.keepFlushing);
  later.value = loaded;
  setTimeout(loaded.beginBehind, BEHIND_MS);
}
