// Changes the language of the app and of mails. The page loads again, because every text is chosen when it loads.
import type { Store } from "../data/store.ts";
import { changeUserPreferences } from "../data/user_preferences.ts";
import { type Language, localeToKeep } from "../rules/locale.ts";
import { askAuth, readAuth, type User } from "./auth.ts";

export async function chooseLanguage(store: Store, chosen: Language): Promise<void> {
  keepChoice("cofre-language", chosen);
  await changeUserPreferences(store, { language: chosen }).catch(() => {});
  await tellAuth(store, chosen).catch(() => {});
  location.reload();
}

/** Also sets the language of mails, unless another app stored one. */
async function tellAuth(store: Store, chosen: Language): Promise<void> {
  const { user_metadata: metadata } = await readAuth<User>(store, "/user");
  const locale = localeToKeep(metadata, chosen, true);
  if (locale !== undefined) await askAuth(store, "PUT", "/user", { data: { locale } });
}

/** The server reads these two cookies when it writes a page. */
export function keepChoice(name: "cofre-theme" | "cofre-language", value: string): void {
  const age = value === "" ? 0 : 31_536_000;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is not in every browser
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
