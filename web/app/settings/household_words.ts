// Texts of spaces, members and invitations.
import { texts } from "../language.ts";

export const householdWords = texts({
  spaces: { pt: "De quem é o dinheiro", en: "Your spaces" },
  spacesHint: { pt: "Você vê um espaço de cada vez.", en: "You see one space at a time." },
  own: { pt: "Seu espaço", en: "Your space" },
  of: { pt: (name: string) => `Espaço de ${name}`, en: (name: string) => `Space of ${name}` },
  yours: { pt: "Quem participa do seu espaço", en: "Who shares your space" },
  current: { pt: "aberto", en: "open" },
  open: { pt: "Abrir", en: "Open" },
  hint: {
    pt: "Donos cuidam de tudo, editores lançam e mudam, leitores só veem.",
    en: "Owners manage everything, editors add and change, viewers only view.",
  },
  roles: { owner: { pt: "dono", en: "owner" }, editor: { pt: "editor", en: "editor" }, viewer: { pt: "leitor", en: "viewer" } },
  rolesHint: { pt: "Donos também convidam e removem pessoas.", en: "Owners also invite and remove people." },
  role: { pt: "Papel", en: "Role" },
  changeRole: { pt: "Mudar papel", en: "Change role" },
  since: { pt: (day: string) => `desde ${day}`, en: (day: string) => `since ${day}` },
  remove: { pt: "Remover", en: "Remove" },
  removeAsk: { pt: (name: string) => `Remover ${name}?`, en: (name: string) => `Remove ${name}?` },
  removeHint: {
    pt: "O acesso termina na hora. O que já foi lançado fica.",
    en: "Their access ends at once. What was booked stays.",
  },
  removed: { pt: "Pessoa removida.", en: "Removed." },
  leave: { pt: "Sair deste espaço", en: "Leave this space" },
  leaveAsk: { pt: "Sair deste espaço?", en: "Leave this space?" },
  invitations: { pt: "Convites", en: "Invitations" },
  noInvitations: { pt: "Nenhum convite em aberto.", en: "No open invitation." },
  invite: { pt: "Convidar", en: "Invite" },
  invited: { pt: "Convite enviado.", en: "Invitation sent." },
  until: { pt: (day: string) => `vale até ${day}`, en: (day: string) => `valid until ${day}` },
  unsent: { pt: "a mensagem ainda não foi enviada", en: "the message has not been sent yet" },
  withdraw: { pt: "Cancelar convite", en: "Withdraw" },
  withdrawAsk: { pt: "Cancelar este convite?", en: "Withdraw this invitation?" },
  withdrawn: { pt: "Convite cancelado.", en: "Invitation withdrawn." },
});
