// A QR code as SVG. Clients put `data:image/svg+xml;utf-8,` before it and show it as an image, so there must be no `#` in it.
import encodeQr from "qr";

/** White that scanners need around a code. */
const QUIET = 4;

export function qrCodeSvg(text: string): string {
  const rows = encodeQr(text, "raw", { ecc: "medium", border: QUIET });
  const side = rows.length;
  const path = rows.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 5}" height="${side * 5}" shape-rendering="crispEdges">` +
    `<rect width="${side}" height="${side}" fill="white"/><path fill="black" d="${path.join("")}"/></svg>`
  );
}

/** Where dark squares begin in a row, and how many follow each other. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []));
  return starts.map((start) => {
    const end = row.indexOf(false, start);
    return [start, (end === -1 ? row.length : end) - start];
  });
}
