// What stands around every screen: where one can go, what just happened, and whether the server answers.

import { screens as fetchedScreens } from "cofre:screens";
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { isReadOnly } from "../data/role.ts";
import { TransactionsNew } from "../screens/transactions/transactions_new.tsx";
import { Icon, ownRefusal, Screen } from "../ui/parts.tsx";
import { Failed } from "../ui/trouble.tsx";
import { words } from "../words/words.ts";
import { PLACES, placeOfPath } from "./places.ts";
import { beginRouting, headedFor, here, type Screens } from "./router.ts";
import { returnTo } from "./scroll_places.ts";

/** Quick entry is there at once. Each other screen is fetched when it is first opened; the server's page preloads the one that it is for. */
const screens: Screens = { "/transactions/new": { TransactionsNew }, ...fetchedScreens };

/** Whoever opens the app waits for the screen as well. */
export const openFirst = () => beginRouting({ screens, Nowhere, Missing });

/** What comes when the screen is there. */
export const later = signal<typeof import("./later.tsx") | undefined>(undefined);

export function App() {
  const place = placeOfPath(headedFor.value);
  const beside = later.value;
  return (
    <>
      <a class="skip" href="#main" target="_self">
        {words.skip}
      </a>
      <nav class="nav" aria-label={words.nav.main}>
        <p class="nav-brand">{document.documentElement.dataset.brand}</p>
        <ul>
          {PLACES.filter(({ writes }) => !writes || !isReadOnly.value).map(({ url, icon, label, isMain }) => (
            <li key={url} class={icon === "plus" ? "adds" : isMain ? undefined : "beside"}>
              <a href={url} aria-current={place === url ? "page" : undefined}>
                <Icon name={icon} />
                <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
        {beside && <beside.SideBalances />}
      </nav>
      <main id="main" tabIndex={-1}>
        {beside && <beside.Banners />}
        <Shown />
      </main>
      {beside && <beside.Toast />}
      {beside && <beside.Keyboard />}
    </>
  );
}

function Shown() {
  const { Screen: Current, pattern, path, url, isNew, returnsTo } = here.value;
  useLayoutEffect(() => {
    if (isNew) scrollTo(0, 0);
  }, [path]);
  useLayoutEffect(() => (returnsTo ? returnTo(returnsTo) : undefined), [url]);
  return <Current key={pattern} />;
}

function Nowhere() {
  return (
    <Screen title={words.problems.notFound}>
      <a href="/">{words.nav.home}</a>
    </Screen>
  );
}

/** There is no connection, or a newer app has replaced the one that is open. */
function Missing() {
  return <Failed problem={ownRefusal({}, 0)} retry={() => location.reload()} />;
}
