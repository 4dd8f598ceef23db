// The page in which a try of a provider ends: it says where to look. What the provider said is for the console alone.
import { Answer } from "../../../kernel/http/endpoint.ts";
import type { AuthInput } from "../../endpoint.ts";
import { inReadersLanguage } from "../reader_language.ts";
import { smallPage, smallPageHeaders, text } from "../small_page.ts";

const WORDS = {
  pt: {
    lang: "pt-BR",
    title: "O teste terminou",
    text: "O console mostra o que o provedor respondeu. Ninguém entrou. Você pode fechar esta aba.",
  },
  en: {
    lang: "en",
    title: "The try is over",
    text: "The console shows what the provider said. Nobody was signed in. You can close this tab.",
  },
};

export function tryPage({ request }: Pick<AuthInput<unknown>, "request">): Answer {
  const words = inReadersLanguage(request.headers["accept-language"], WORDS);
  return new Answer(200, smallPageHeaders(), smallPage(words, `<p>${text(words.text)}</p>`));
}
