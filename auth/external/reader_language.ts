// In which language a page between a provider and an application speaks: English, unless its reader prefers Portuguese.
import { acceptedLanguages } from "../../kernel/http/accept_language.ts";

export function inReadersLanguage<Words>(acceptLanguage: string | undefined, { pt, en }: { pt: Words; en: Words }): Words {
  const first = acceptedLanguages(acceptLanguage).find((tag) => /^(pt|en)\b/.test(tag));
  return first?.startsWith("pt") ? pt : en;
}
