// /settings/profile: the user's name, and the look of the app.
import { useSignal } from "@preact/signals";
import { Loading } from "../data/loading.tsx";
import { loadUser } from "../data/session.ts";
import { useStore } from "../data/use_store.ts";
import { changeUserPreferences } from "../data/user_preferences.ts";
import { language } from "../language.ts";
import type { Language } from "../rules/locale.ts";
import { CheckField, Form, SelectField, TextField } from "../ui/form.tsx";
import { Section } from "../ui/sections.tsx";
import { useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { askAuth, USER, type User, useUser } from "./auth.ts";
import { chooseLanguage, keepChoice } from "./choose_language.ts";
import { profileWords } from "./words.ts";

export function Profile() {
  const user = useUser();
  return (
    <>
      <Loading from={user} path={USER}>
        {(data) => <Name user={data} />}
      </Loading>
      <Look />
    </>
  );
}

function Name({ user }: { user: User }) {
  const store = useStore();
  const name = useSignal(user.user_metadata.name ?? user.user_metadata.full_name ?? "");
  const sending = useSending();
  const save = async () => {
    await askAuth(store, "PUT", "/user", { data: { name: name.value.trim() } });
    await loadUser(store);
    store.message.value = { text: profileWords.saved };
  };
  return (
    <Section title={profileWords.title} hint={user.email}>
      <Form sending={sending} act={formWords.save} save={save}>
        <TextField label={profileWords.name} value={name} maxLength={100} autoComplete="name" />
      </Form>
    </Section>
  );
}

/** Stored in this browser for pages of the server, and in the preferences for other browsers. */
function Look() {
  const store = useStore();
  const root = document.documentElement;
  const theme = useSignal(root.dataset.theme ?? "");
  const chosen = useSignal<string>(language);
  const paint = () => {
    keepChoice("cofre-theme", theme.value);
    if (theme.value === "") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
    void changeUserPreferences(store, { theme: theme.value }).catch(() => {});
  };
  return (
    <Section title={profileWords.look}>
      <div class="pair">
        <SelectField
          label={profileWords.theme}
          value={theme}
          options={[
            ["", profileWords.themes.system],
            ["light", profileWords.themes.light],
            ["dark", profileWords.themes.dark],
          ]}
          onChosen={paint}
        />
        <SelectField
          label={profileWords.language}
          value={chosen}
          options={[
            ["pt-BR", "Português"],
            ["en", "English"],
          ]}
          onChosen={() => void chooseLanguage(store, chosen.value as Language)}
        />
      </div>
      <CheckField label={profileWords.dense} value={store.isDense} />
      <CheckField label={profileWords.hide} value={store.amountsHidden} />
    </Section>
  );
}
