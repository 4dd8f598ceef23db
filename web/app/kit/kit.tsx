// The kit: every part of the app in every state, for development (npm run kit). Each sheet is compared with its picture by npm run pictures.
import { render } from "preact";
import { createStore } from "../data/store.ts";
import { StoreContext } from "../data/use_store.ts";
import { here } from "../shell/router.ts";
import { Charts } from "./charts.tsx";
import { Buttons, Choices, Fields } from "./controls.tsx";
import { Figures, Lists, Progress } from "./figures.tsx";
import { Flows } from "./flows.tsx";
import { Colours, Signs, Type } from "./foundation.tsx";
import { answerFromSample } from "./sample_replies.ts";
import { Floating, States } from "./states.tsx";

const SHEETS = { Colours, Type, Signs, Buttons, Fields, Choices, Figures, Lists, Progress, Charts, Flows, States, Floating };

answerFromSample();
const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get("theme") ?? "light";
here.value = { ...here.value, url: "/kit", path: "/kit", query: {}, params: {}, pattern: "/kit" };

render(
  <StoreContext.Provider value={createStore()}>
    <main class="kit">
      <header class="screen-head">
        <h1>Kit</h1>
        <p>
          <a href="?theme=light">light</a> · <a href="?theme=dark">dark</a>
        </p>
      </header>
      {Object.entries(SHEETS).map(([name, Sheet]) => (
        <section key={name} class="panel" data-sheet={name.toLowerCase()}>
          <h2>{name}</h2>
          <Sheet />
        </section>
      ))}
    </main>
  </StoreContext.Provider>,
  document.getElementById("kit") as HTMLElement,
);
