// The country, or the group of countries, that a phone number belongs to.

/** Of two digits, by ITU-T E.164. Those that begin with 1 or 7 have one digit, all others three. */
const TWO_DIGITS = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** `number`: its digits, the country's first. */
export function callingCodeOf(number: string): string {
  if (/^[17]/.test(number)) return number.slice(0, 1);
  return number.slice(0, TWO_DIGITS.test(number) ? 2 : 3);
}
