// Starts the console for administrators. It draws when it is known who opens it.
import "../styles/console.css";
import { render } from "preact";
import { ConsoleContext, createConsole } from "./data/console.ts";
import { enter } from "./data/enter.ts";
import { lockWhenIdle } from "./shell/idle.ts";
import { App, openFirst } from "./shell/shell.tsx";

const console = createConsole();
lockWhenIdle(console);
void Promise.all([enter(console), openFirst()]).then(() =>
  render(
    <ConsoleContext.Provider value={console}>
      <App />
    </ConsoleContext.Provider>,
    document.getElementById("app") as HTMLElement,
  ),
);
