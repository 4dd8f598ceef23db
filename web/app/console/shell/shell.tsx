// The frame around every screen of the console: places, messages, shortcuts, and what hides the screen.
import { screens } from "cofre:console_screens";
import { useLayoutEffect } from "preact/hooks";
import { here, startRouting, targetPath } from "../../shell/router.ts";
import { returnTo } from "../../shell/scroll_positions.ts";
import { Icon } from "../../ui/icon.tsx";
import { Failed } from "../../ui/problems.tsx";
import { ProofDialog } from "../../ui/proof_dialog.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { uiWords } from "../../ui/words.ts";
import { ask, askForProof } from "../data/ask.ts";
import { may, useConsole } from "../data/console.ts";
import { enter } from "../data/enter.ts";
import { Keyboard } from "./keyboard.tsx";
import { PLACES, phonePlaces, placeOf } from "./navigation.ts";
import { Screen } from "./screen.tsx";
import { shellWords } from "./words.ts";

export const openFirst = () => startRouting({ screens, Nowhere, Missing });

export function App() {
  const console = useConsole();
  const { administrator, refusal, isLocked, proofAsked } = console;
  const current = placeOf(targetPath.value);
  const who = administrator.value;
  const places = PLACES.filter(({ right }) => may(console, right));
  const shortlist = phonePlaces(places, current);
  return (
    <>
      <a class="skip" href="#main" target="_self">
        {shellWords.skip}
      </a>
      <nav class="nav" aria-label={shellWords.main}>
        <p class="nav-brand">
          {document.documentElement.dataset.brand} · {shellWords.console}
        </p>
        <ul>
          {places.map(({ url, icon, label }) => (
            <li key={url} class={shortlist.includes(url) ? undefined : "beside"}>
              <a href={url} aria-current={current === url ? "page" : undefined}>
                <Icon name={icon} />
                <span>{label}</span>
              </a>
            </li>
          ))}
          {places.length > shortlist.length && (
            <li class="more-places">
              <button type="button" onClick={() => (console.isPaletteOpen.value = true)}>
                <Icon name="more" />
                <span>{shellWords.more}</span>
              </button>
            </li>
          )}
          <li class="beside">
            <a href="/" target="_self">
              <Icon name="leave" />
              <span>{shellWords.toApp}</span>
            </a>
          </li>
        </ul>
        {who && (
          <p class="nav-who beside">
            {who.email}
            <span class="hint">{shellWords.roles[who.role]}</span>
          </p>
        )}
      </nav>
      <main id="main" tabIndex={-1}>
        {isLocked.value ? <Locked /> : refusal.value ? <Closed /> : <CurrentView />}
      </main>
      <Message />
      {!isLocked.value && !refusal.value && <Keyboard />}
      {proofAsked.value && <ProveAgain />}
    </>
  );
}

function CurrentView() {
  const { Screen: Current, pattern, path, url, isNew, returnsTo } = here.value;
  useLayoutEffect(() => {
    if (isNew) scrollTo(0, 0);
  }, [path]);
  useLayoutEffect(() => (returnsTo ? returnTo(returnsTo) : undefined), [url]);
  return <Current key={path === "/admin" ? PLACES[0]?.url : pattern?.includes(":") ? path : pattern} />;
}

function Nowhere() {
  return (
    <Screen title={uiWords.problems.notFound}>
      <a href="/admin">{shellWords.console}</a>
    </Screen>
  );
}

function Missing() {
  return <Failed problem={ownRefusal({}, 0)} retry={() => location.reload()} />;
}

function Locked() {
  const console = useConsole();
  const unlock = async () => {
    if (await askForProof(console)) console.isLocked.value = false;
  };
  return (
    <Screen title={shellWords.lockedTitle}>
      <div class="panel state">
        <p>{shellWords.locked}</p>
        <button type="button" class="main" onClick={() => void unlock()}>
          {shellWords.unlock}
        </button>
      </div>
    </Screen>
  );
}

/** Who is signed in may not come in, or could not be asked. */
function Closed() {
  const console = useConsole();
  const problem = console.refusal.value;
  if (problem?.code !== "not_admin" && problem?.code !== "insufficient_aal" && problem?.code !== "proof_needed")
    return problem ? <Failed problem={problem} retry={() => void enter(console)} /> : null;
  const next = location.pathname + location.search;
  return (
    <Screen title={shellWords.closedTitle}>
      <div class="panel state">
        <p>{problem.code === "not_admin" ? shellWords.notAdministrator : shellWords.weakSession}</p>
        <div class="acts">
          {problem.code !== "not_admin" && (
            <a class="button main" href={`/sign_in?${new URLSearchParams({ next, problem: "again" })}`} target="_self">
              {shellWords.signInAgain}
            </a>
          )}
          {problem.code === "insufficient_aal" && (
            <a class="button" href="/settings/security" target="_self">
              {shellWords.toSecurity}
            </a>
          )}
          <a class="button" href="/" target="_self">
            {shellWords.toApp}
          </a>
        </div>
      </div>
    </Screen>
  );
}

function Message() {
  const { message } = useConsole();
  return (
    <div class="toast-place" role="status">
      {message.value && (
        <p class="toast">
          <span>{message.value}</span>
          <button type="button" class="quiet" aria-label={uiWords.close} onClick={() => (message.value = "")}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}

function ProveAgain() {
  const console = useConsole();
  const { administrator, proofAsked } = console;
  const finish = (isProved: boolean) => {
    const waiting = proofAsked.value;
    proofAsked.value = undefined;
    waiting?.resolve(isProved);
  };
  return (
    <ProofDialog
      email={administrator.value?.email ?? ""}
      isByCode={administrator.value?.proofByCode === true}
      post={async <T,>(url: string, body: object) => (await ask<T>(console, url, { method: "POST", body })).answer}
      onProved={async () => finish(true)}
      onClose={() => finish(false)}
    />
  );
}
