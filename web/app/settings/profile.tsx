// /settings/profile: the user's name, and the look of the app.
import { useSignal } from "@preact/signals";
import { Loading } from "../data/loading.tsx";
import { loadUser } from "../data/session.ts";
import type { Store } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { changeUserPreferences } from "../data/user_preferences.ts";
import { language } from "../language.ts";
import { type Language, localeToKeep } from "../rules/locale.ts";
import { CheckField, Form, SelectField, TextField } from "../ui/form.tsx";
import { useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { askAuth, readAuth, USER, type User, useUser } from "./auth.ts";
import { Section } from "./parts.tsx";
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
  const speak = async () => {
    keepChoice("cofre-language", chosen.value);
    await changeUserPreferences(store, { language: chosen.value }).catch(() => {});
    await tellAuth(store, chosen.value as Language).catch(() => {});
    location.reload();
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
          onChosen={() => void speak()}
        />
      </div>
      <CheckField label={profileWords.dense} value={store.isDense} />
      <CheckField label={profileWords.hide} value={store.amountsHidden} />
    </Section>
  );
}

/** Also sets the language of mails, unless another app stored one. */
async function tellAuth(store: Store, chosen: Language): Promise<void> {
  const { user_metadata: metadata } = await readAuth<User>(store, "/user");
  const locale = localeToKeep(metadata, chosen, true);
  if (locale !== undefined) await askAuth(store, "PUT", "/user", { data: { locale } });
}

/** The server reads these two cookies when it writes a page. */
function keepChoice(name: "cofre-theme" | "cofre-language", value: string): void {
  const age = value === "" ? 0 : 31_536_000;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is not in every browser
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
