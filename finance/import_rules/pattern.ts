// Patterns of the user's own: `*` any characters, `?` one, `#` a digit, `|` between alternatives, for a whole text. No regular
// expressions: one of those can take longer than the age of the world, and this takes at most length times length.

export function openPattern(pattern: string): (text: string) => boolean {
  const choices = pattern.split("|").map((each) => each.trim().replace(/\*+/g, "*"));
  return (text) => choices.some((choice) => fits(choice, text));
}

/** After a mismatch the last star takes one character more; stars before it need never be tried again. */
function fits(pattern: string, text: string): boolean {
  let [at, position] = [0, 0];
  let star: { at: number; position: number } | undefined;
  while (position < text.length) {
    const expected = pattern[at];
    if (expected === "*") {
      star = { at, position };
      at++;
    } else if (expected !== undefined && isOne(expected, text[position] as string)) {
      at++;
      position++;
    } else if (star) {
      star.position++;
      [at, position] = [star.at + 1, star.position];
    } else return false;
  }
  return pattern.slice(at).replaceAll("*", "") === "";
}

const isOne = (expected: string, character: string) =>
  expected === "?" || expected === character || (expected === "#" && character >= "0" && character <= "9");
