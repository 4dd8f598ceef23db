import assert from "node:assert/strict";
import { test } from "node:test";
import decodeQr from "qr/decode.js";
import { qrCodeSvg } from "./qr_code.ts";
import { makeSecret, otpauthUri } from "./totp.ts";

const SCALE = 4;

/** As a camera sees it. */
function painted(svg: string) {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const width = side * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x = 0, y = 0, length = 0] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(length)) * SCALE; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  }
  return { width, height: width, data };
}

test("a QR code reads as what was written, and its image has nothing that a data URL cuts off", () => {
  for (const account of ["ana@example.com", `${"long".repeat(50)}@example.com`]) {
    const uri = otpauthUri(makeSecret(), "app.example.com", account);
    const svg = qrCodeSvg(uri);
    assert.equal(decodeQr(painted(svg)), uri);
    assert.match(svg, /^<svg [^#%]*<\/svg>$/);
  }
});
