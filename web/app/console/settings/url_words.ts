// Texts of the screen of addresses.
import { texts } from "../../language.ts";

export const urlWords = texts({
  title: { pt: "Endereços", en: "URLs" },
  addresses: { pt: "Endereços", en: "Addresses" },
  links: { pt: "Links dos e-mails", en: "Links in mails" },
  tester: { pt: "Para onde se pode voltar", en: "Where people may be sent back to" },
  testerHint: {
    pt: "Escreva um redirect_to e veja se ele vale, e por causa de quê.",
    en: "Enter a redirect_to and see whether it is allowed, and by what.",
  },
  url: { pt: "Endereço", en: "Address" },
  attempt: { pt: "Testar", en: "Try" },
  allowed: { pt: (by: string) => `Permitido, por ${by}.`, en: (by: string) => `Allowed, by ${by}.` },
  refused: {
    pt: (target: string) => `Não é permitido. A pessoa iria para ${target}.`,
    en: (target: string) => `Not allowed. People would be sent to ${target}.`,
  },
  leadsTo: { pt: (target: string) => `Leva a ${target}`, en: (target: string) => `Leads to ${target}` },
});
