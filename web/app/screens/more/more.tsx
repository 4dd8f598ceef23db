// /more: who is signed in, the settings, and sign-out.
import { useStore } from "../../data/use_store.ts";
import { KeyList } from "../../keyboard/keyboard.tsx";
import { NAVIGATION } from "../../shell/navigation.ts";
import { Screen } from "../../shell/screen.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SignOut } from "./sign_out.tsx";
import { moreWords } from "./words.ts";

export function More() {
  const store = useStore();
  return (
    <Screen title={moreWords.title}>
      <nav class="panel flush places" aria-label={moreWords.title}>
        <ul>
          {NAVIGATION.filter(({ isMain, writes }) => !isMain && !(writes && store.isReadOnly.value)).map(
            ({ url, icon, label }) => (
              <li class="row" key={url}>
                <a href={url}>
                  <Icon name={icon} />
                  <strong>{label}</strong>
                </a>
              </li>
            ),
          )}
        </ul>
      </nav>
      {!store.isReadOnly.value && (
        <p class="panel">
          <a href="/imports/rules">{moreWords.rules}</a>
        </p>
      )}
      <section class="panel form">
        <p>
          <span class="hint">{moreWords.signedInAs}</span>
          <br />
          <strong>{store.user.value?.email ?? "\u00a0"}</strong>
        </p>
        <SignOut />
      </section>
      <section class="panel form for-keys" aria-labelledby="keys">
        <h2 id="keys">{moreWords.keys}</h2>
        <KeyList />
        <label class="check">
          <input
            type="checkbox"
            checked={store.lettersOff.value}
            onChange={(event) => (store.lettersOff.value = event.currentTarget.checked)}
          />
          <span>{moreWords.lettersOff}</span>
        </label>
      </section>
    </Screen>
  );
}
