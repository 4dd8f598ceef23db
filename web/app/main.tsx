// The money app. It begins to draw before it knows who is there: whoever is not signed in is led to where they can be.
import { render } from "preact";
import { leadToInvitation } from "./invitation.ts";
import { loadWho } from "./session.ts";
import { App } from "./shell.tsx";

leadToInvitation();
void loadWho().catch(() => {});
render(<App />, document.getElementById("app") as HTMLElement);
