// /more: who is signed in, how it looks, and the way out.
import { KeyList } from "../keyboard.tsx";
import { Field, Icon, Screen } from "../parts.tsx";
import { PLACES } from "../places.ts";
import { who } from "../session.ts";
import { amountsHidden, keepChoice, lettersOff } from "../state.ts";
import { language, words } from "../words.ts";

export function More() {
  const { more } = words;
  const root = document.documentElement;
  return (
    <Screen title={more.title}>
      <nav class="panel flush places" aria-label={more.title}>
        <ul>
          {PLACES.filter(({ isMain }) => !isMain).map(({ url, icon, label }) => (
            <li class="row" key={url}>
              <a href={url}>
                <Icon name={icon} />
                <strong>{label}</strong>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section class="panel form">
        <p>
          <span class="hint">{more.signedInAs}</span>
          <br />
          <strong>{who.value?.email}</strong>
        </p>
        <div class="pair">
          <Field label={more.theme}>
            {(props) => (
              <select
                {...props}
                value={root.dataset.theme ?? ""}
                onChange={({ currentTarget: { value } }) => {
                  keepChoice("cofre-theme", value);
                  if (value === "") delete root.dataset.theme;
                  else root.dataset.theme = value;
                }}
              >
                <option value="">{more.themes.system}</option>
                <option value="light">{more.themes.light}</option>
                <option value="dark">{more.themes.dark}</option>
              </select>
            )}
          </Field>
          <Field label={more.language}>
            {(props) => (
              <select
                {...props}
                value={language}
                onChange={({ currentTarget: { value } }) => {
                  keepChoice("cofre-language", value);
                  location.reload();
                }}
              >
                <option value="pt-BR">Português</option>
                <option value="en">English</option>
              </select>
            )}
          </Field>
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={amountsHidden.value}
            onChange={(event) => {
              amountsHidden.value = event.currentTarget.checked;
            }}
          />
          <span>{more.hide}</span>
        </label>
        <form method="post" action="/sign_out" class="acts">
          <a class="button" href="/new_password" target="_self">
            {more.password}
          </a>
          <button type="submit">{more.signOut}</button>
        </form>
      </section>
      <section class="panel form" aria-labelledby="keys">
        <h2 id="keys">{more.keys}</h2>
        <KeyList />
        <label class="check">
          <input
            type="checkbox"
            checked={lettersOff.value}
            onChange={(event) => {
              lettersOff.value = event.currentTarget.checked;
            }}
          />
          <span>{more.lettersOff}</span>
        </label>
      </section>
    </Screen>
  );
}
