// A masked address for a person who may not be its owner: the owner recognizes it, others learn little.

const HIDDEN = "•••";

/** `ana.lima@example.com` is `an•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${beginningOf(email.slice(0, at))}${HIDDEN}${email.slice(at)}`;
}

/** `5511999990000` is `+55•••0000`. */
export function maskPhone(phone: string): string {
  return `+${phone.slice(0, 2)}${HIDDEN}${phone.slice(-Math.min(4, Math.floor(phone.length / 3)))}`;
}

/** Two characters, of a short name one. */
function beginningOf(name: string): string {
  return [...name].slice(0, name.length > 3 ? 2 : 1).join("");
}
