// The money app. It begins to draw before it knows who is there: whoever is not signed in is led to where they can be.
import { render } from "preact";
import { prefetch } from "./api.ts";
import { keepFollowing } from "./follow.ts";
import { leadToInvitation } from "./invitation.ts";
import { pruneAnswers } from "./offline/answers.ts";
import { keepFlushing } from "./offline/queue.ts";
import { registerWorker } from "./offline/worker.ts";
import { lookUpRole } from "./role.ts";
import { lookForSample } from "./sample_version.ts";
import { loadWho } from "./session.ts";
import { App } from "./shell.tsx";
import { showTheme } from "./state.ts";

leadToInvitation();
showTheme();
void lookUpRole().catch(() => {});
void loadWho()
  .catch(() => {})
  .then(keepFlushing);
render(<App />, document.getElementById("app") as HTMLElement);

/** What can wait until the screen is there. */
const LATER_MS = 1_500;
addEventListener("load", () => setTimeout(later, LATER_MS));

/** The lists are what an entry needs without a connection. */
function later(): void {
  void registerWorker().catch(() => {});
  void pruneAnswers();
  void lookForSample().catch(() => {});
  keepFollowing();
  for (const path of ["/accounts", "/credit_cards", "/categories"]) prefetch(path);
}
