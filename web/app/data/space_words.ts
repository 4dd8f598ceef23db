// Texts that name spaces and the people in them.
import { texts } from "../language.ts";

export const spaceWords = texts({
  own: { pt: "Seu espaço", en: "Your space" },
  of: { pt: (name: string) => `Espaço de ${name}`, en: (name: string) => `${name}’s space` },
  alone: { pt: "Só você", en: "Only you" },
  you: { pt: "Você", en: "You" },
  more: { pt: (count: number) => `mais ${count}`, en: (count: number) => `${count} more` },
  spaces: { pt: "Seus espaços", en: "Your spaces" },
  invite: { pt: (name: string) => `Convidar para ${name}`, en: (name: string) => `Invite to ${name}` },
  add: { pt: "Novo espaço", en: "New space" },
  manage: { pt: "Pessoas e espaços", en: "People and spaces" },
  invites: { pt: (name: string) => `${name} convidou você`, en: (name: string) => `${name} invited you` },
  into: {
    pt: (space: string, count: number) => `para “${space}”, com ${count === 1 ? "1 pessoa" : `${count} pessoas`}`,
    en: (space: string, count: number) => `to “${space}”, with ${count === 1 ? "1 person" : `${count} people`}`,
  },
  join: { pt: "Entrar", en: "Join" },
});
