// A QR code of half blocks for the terminal, which cameras read on light and on dark ground.
import encodeQr from "qr";

/** Light squares around the code, which scanners need. */
const QUIET = 2;
/** Black on white, whatever the colours of the terminal are. */
const COLOURS = ["\x1b[30;107m", "\x1b[0m"] as const;

/** Two rows of squares are one line. Without colours the code is for a light ground, such as that of a page of logs. */
export function qrLines(text: string, { colours }: { colours: boolean }): string[] {
  const rows = encodeQr(text, "raw", { ecc: "low", border: QUIET });
  const [before, after] = colours ? COLOURS : ["", ""];
  return Array.from({ length: Math.ceil(rows.length / 2) }, (_, index) => {
    const [upper = [], lower = []] = [rows[2 * index], rows[2 * index + 1]];
    return before + upper.map((isDark, x) => blockOf(isDark, lower[x] === true)).join("") + after;
  });
}

function blockOf(upper: boolean, lower: boolean): string {
  if (upper && lower) return "█";
  return upper ? "▀" : lower ? "▄" : " ";
}
