// The frame around every screen: navigation, banners, messages and shortcuts.
import { screens as fetchedScreens } from "cofre:screens";
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { useStore } from "../data/use_store.ts";
import { TransactionsNew } from "../screens/transactions/transactions_new.tsx";
import { Icon } from "../ui/icon.tsx";
import { Failed } from "../ui/problems.tsx";
import { ownRefusal } from "../ui/use_sending.ts";
import { uiWords } from "../ui/words.ts";
import { entryOfPath, NAVIGATION } from "./navigation.ts";
import { here, type Screens, startRouting, targetPath } from "./router.ts";
import { Screen } from "./screen.tsx";
import { returnTo } from "./scroll_positions.ts";
import { SpaceButton } from "./space_button.tsx";
import { shellWords } from "./words.ts";

/** Quick entry is part of the app. Other screens load on demand; the server's page preloads the one of its address. */
const screens: Screens = { "/transactions/new": { TransactionsNew }, ...fetchedScreens };

/** Resolves with the first screen, so that the app draws it at once. */
export const openFirst = () => startRouting({ screens, Nowhere, Missing });

/** Loaded after the first screen. */
export const lateParts = signal<typeof import("./late_parts.tsx") | undefined>(undefined);

export function App() {
  const store = useStore();
  const currentEntry = entryOfPath(targetPath.value);
  const parts = lateParts.value;
  return (
    <>
      <a class="skip" href="#main" target="_self">
        {shellWords.skip}
      </a>
      <nav class="nav" aria-label={shellWords.nav.main}>
        <p class="nav-brand">{document.documentElement.dataset.brand}</p>
        <SpaceButton />
        <ul>
          {NAVIGATION.filter(({ writes }) => !writes || !store.isReadOnly.value).map(({ url, icon, label, isMain }) => (
            <li key={url} class={icon === "plus" ? "adds" : isMain ? undefined : "beside"}>
              <a href={url} aria-current={currentEntry === url ? "page" : undefined}>
                <Icon name={icon} />
                <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
        {parts && <parts.SideBalances />}
      </nav>
      <main id="main" tabIndex={-1}>
        {parts && <parts.Banners />}
        <CurrentView />
      </main>
      {parts && <parts.Overlays />}
    </>
  );
}

function CurrentView() {
  const { Screen: Current, pattern, path, url, isNew, returnsTo } = here.value;
  useLayoutEffect(() => {
    if (isNew) scrollTo(0, 0);
  }, [path]);
  useLayoutEffect(() => (returnsTo ? returnTo(returnsTo) : undefined), [url]);
  return <Current key={pattern} />;
}

function Nowhere() {
  return (
    <Screen title={uiWords.problems.notFound}>
      <a href="/">{shellWords.nav.home}</a>
    </Screen>
  );
}

/** There is no connection, or a newer version has replaced the file. */
function Missing() {
  return <Failed problem={ownRefusal({}, 0)} retry={() => location.reload()} />;
}
