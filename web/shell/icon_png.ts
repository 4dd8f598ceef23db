// GET /icon.png: the icon for home screens that take no drawings, such as those of iOS. The same door of a safe, drawn point by point.
import { crc32, deflateSync } from "node:zlib";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";

export const getIconPng = endpoint({
  method: "GET",
  path: "/icon.png",
  access: "public",
  isRoutine: true,
  summary: "The icon of the installed app, as points",
  reply: NoBody,
  handle: () => {
    icon ??= drawIcon();
    return new Answer(200, { "content-type": "image/png", "cache-control": "public, max-age=86400" }, icon);
  },
});

let icon: Buffer | undefined;

const SIDE = 180;
const GROUND = [0x0f, 0x6e, 0x56] as const;
const STROKE = 36 / 512;

function drawIcon(): Buffer {
  const bytes: number[] = [];
  for (let y = 0; y < SIDE; y++) {
    // Each line begins with how it is filtered: not at all.
    bytes.push(0);
    for (let x = 0; x < SIDE; x++) {
      const white = coverAt((x + 0.5) / SIDE - 0.5, (y + 0.5) / SIDE - 0.5);
      bytes.push(...GROUND.map((each) => Math.round(each + (255 - each) * white)));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  // Eight bits for each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.from(bytes), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** How much of a point is white, by its distance from the lines; from the middle, in sides. */
function coverAt(x: number, y: number): number {
  const ring = Math.abs(Math.hypot(x, y) - 120 / 512);
  const arm = (along: number, across: number) => Math.hypot(Math.max(0, Math.abs(along) - 66 / 512), across);
  const distance = Math.min(ring, arm(x, y), arm(y, x));
  return Math.max(0, Math.min(1, (STROKE / 2 - distance) * SIDE + 0.5));
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
