import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanFile } from "./clean_file.ts";
import { disposition, safeFileName } from "./file_name.ts";
import { LIMITS } from "./limits.ts";
import { readOrientation } from "./orientation.ts";
import { RefusedFile } from "./refused_file.ts";
import { exif, JPEG, jpegOfSize, jpegSegment, jpegWith, PDF, png, pngChunk, WEBP, webpWith } from "./testing.ts";

/** In pieces of a few bytes each, so that everything is cut somewhere. */
async function clean(bytes: Buffer, pieceBytes = 1_000): Promise<{ type: string; bytes: Buffer }> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const { type, content } = await cleanFile(pieces());
  const kept: Buffer[] = [];
  for await (const piece of content) kept.push(Buffer.from(piece));
  return { type, bytes: Buffer.concat(kept) };
}

async function refusal(bytes: Buffer): Promise<string> {
  try {
    await clean(bytes);
  } catch (error) {
    if (error instanceof RefusedFile) return error.problem.kind;
    throw error;
  }
  return "kept";
}

const EXIF = Buffer.from("Exif\0\0", "latin1");
const XMP = "http://ns.adobe.com/xap/1.0/\0<x>GPS</x>";
const PRIVATE = {
  jpeg: jpegWith(
    [
      jpegSegment(0xe0, "JFIF\0....."),
      jpegSegment(0xe1, Buffer.concat([EXIF, exif(6)])),
      jpegSegment(0xe1, XMP),
      jpegSegment(0xed, "Photoshop GPS"),
      jpegSegment(0xfe, "GPS"),
      jpegSegment(0xe2, "MPF\0GPS"),
      jpegSegment(0xe2, "ICC_PROFILE\0colours"),
    ],
    "PK\x03\x04 GPS",
  ),
  png: png({
    chunks: [
      pngChunk("tEXt", Buffer.from("Comment\0GPS")),
      pngChunk("iTXt", Buffer.from("GPS")),
      pngChunk("zTXt", Buffer.from("GPS")),
      pngChunk("eXIf", exif(8)),
      pngChunk("gAMA", Buffer.alloc(4)),
      pngChunk("prVt", Buffer.from("GPS")),
    ],
  }),
  webp: webpWith([
    ["EXIF", exif(3)],
    ["XMP ", Buffer.from("<x>GPS</x>")],
    ["abcd", Buffer.from("GPS")],
  ]),
};

for (const pieceBytes of [1, 7, 100_000])
  test(`files are kept without what they say of a place, in pieces of ${pieceBytes} bytes`, async () => {
    for (const [name, bytes] of Object.entries(PRIVATE)) {
      const once = await clean(bytes, pieceBytes);
      assert.equal(once.type, `image/${name}`);
      assert.ok(bytes.includes("GPS") && !once.bytes.includes("GPS"), name);
      const again = await clean(once.bytes, pieceBytes);
      assert.ok(again.bytes.equals(once.bytes), `${name}: a clean file stays as it is`);
    }
    const jpeg = (await clean(PRIVATE.jpeg, pieceBytes)).bytes;
    assert.ok(jpeg.includes("JFIF") && jpeg.includes("ICC_PROFILE"), "what colours need stays");
    assert.equal(readOrientation(jpeg.subarray(jpeg.indexOf(EXIF) + EXIF.length)), 6);
    assert.ok(jpeg.subarray(-2).equals(Buffer.from([0xff, 0xd9])), "nothing is behind the end");
    const webp = (await clean(PRIVATE.webp, pieceBytes)).bytes;
    assert.equal(webp.length, PRIVATE.webp.length);
    assert.equal(webp.readUInt32LE(4), webp.length - 8);
    assert.equal(readOrientation(webp.subarray(webp.indexOf("EXIF") + 8)), 3);
    assert.equal((webp[20] as number) & 0x04, 0, "it says of itself that it has no XMP");
    const image = (await clean(PRIVATE.png, pieceBytes)).bytes;
    assert.equal(readOrientation(image.subarray(image.indexOf("eXIf") + 4)), 8);
    assert.ok(image.includes("gAMA"));
  });

test("files without anything to take out stay byte for byte", async () => {
  for (const bytes of [JPEG, png(), PDF]) assert.ok((await clean(bytes, 3)).bytes.equals(bytes), bytes.toString("latin1", 0, 8));
  assert.ok((await clean(WEBP)).bytes.equals(WEBP));
});

test("what a file is, its first bytes say", async () => {
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  const kinds: [string, Buffer][] = [
    ["fileKindUnknown", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")],
    ["fileKindUnknown", Buffer.from("<!doctype html><script>alert(1)</script>%PDF-1.4 %%EOF")],
    ["fileKindUnknown", Buffer.from("GIF89a")],
    ["fileKindUnknown", Buffer.from("PK\x03\x04")],
    ["fileKindUnknown", Buffer.from("\n%PDF-1.4\n%%EOF")],
    ["fileKindUnknown", Buffer.from([0xff])],
    ["fileHeic", heic],
    ["fileEmpty", Buffer.alloc(0)],
  ];
  for (const [kind, bytes] of kinds) assert.equal(await refusal(bytes), kind, bytes.toString("latin1", 0, 20));
});

test("cut off, damaged and double files are refused", async () => {
  for (const bytes of [
    JPEG,
    PRIVATE.jpeg.subarray(0, PRIVATE.jpeg.indexOf("PK")),
    PRIVATE.png,
    PRIVATE.webp,
    PDF.subarray(0, -1),
  ])
    for (const end of [...Array(20).keys()]
      .map((index) => Math.floor((index * (bytes.length - 1)) / 20))
      .filter((at) => at >= 12))
      assert.equal(await refusal(bytes.subarray(0, end)), "fileBroken", `${bytes.toString("latin1", 1, 4)} cut at ${end}`);
  assert.equal(await refusal(Buffer.concat([PDF, Buffer.from("PK\x03\x04<html>")])), "fileBroken");
  const wrongSum = png();
  wrongSum[wrongSum.length - 20] = (wrongSum[wrongSum.length - 20] as number) ^ 1;
  assert.equal(await refusal(wrongSum), "fileBroken");
  assert.equal(await refusal(Buffer.concat([JPEG.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, 0])])), "fileBroken");
  const zip = Buffer.concat([JPEG, Buffer.from("PK\x03\x04")]);
  assert.ok((await clean(zip)).bytes.equals(JPEG), "an archive behind a photo is not kept");
});

test("images that unpack to more than fits are refused by what their first bytes say", async () => {
  const huge = webpWith([]);
  huge.writeUIntLE(29_999, 24, 3);
  huge.writeUIntLE(29_999, 27, 3);
  for (const bytes of [jpegOfSize(30_001, 1), jpegOfSize(20_000, 20_000), png({ width: 50_000, height: 50_000 }), huge])
    assert.equal(await refusal(bytes), "tooManyPixels");
  assert.equal(await refusal(jpegOfSize(0, 10)), "fileBroken");
  assert.equal(await refusal(jpegOfSize(10_000, 10_000)), "kept");
  const heavy = png({ noise: Buffer.alloc(LIMITS.bytes) });
  assert.equal(await refusal(heavy), "fileTooHeavy");
});

test("a file's name names no folder, hides nothing and ends as its kind does", () => {
  const names: [string | undefined, string][] = [
    ["nota fiscal.jpg", "nota fiscal.jpg"],
    ["IMG.JPEG", "IMG.jpg"],
    ["../../etc/passwd", "passwd.jpg"],
    ["C:\\temp\\a.jpg", "a.jpg"],
    ["evil.html", "evil.html.jpg"],
    ["a\r\nSet-Cookie: x.jpg", "aSet-Cookie_ x.jpg"],
    ["gpj.\u202eexe", "gpj.exe.jpg"],
    ["..", "recibo.jpg"],
    ["", "recibo.jpg"],
    [undefined, "recibo.jpg"],
    ["x".repeat(500), `${"x".repeat(116)}.jpg`],
    ["recibo 2026.05", "recibo 2026.05.jpg"],
    ["😀\ud800.jpg", "😀\ufffd.jpg"],
  ];
  for (const [name, safe] of names) assert.equal(safeFileName(name, "image/jpeg"), safe, name);
  assert.equal(
    disposition("inline", `pão "à vista" 100%.jpg`),
    `inline; filename="pao _a vista_ 100_.jpg"; filename*=UTF-8''p%C3%A3o%20%22%C3%A0%20vista%22%20100%25.jpg`,
  );
});
