// GET /trust/cofre.mobileconfig: the certificate of our own authority as a profile, which iOS installs and lists by its name.
import { createHash } from "node:crypto";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { html, Markup } from "../html/html.ts";
import type { OfferedAuthority } from "../http/lan.ts";

export const getTrustCofreMobileconfig = endpoint({
  method: "GET",
  path: "/trust/cofre.mobileconfig",
  access: "page",
  summary: "The certificate of this server's own authority, as a profile for iOS",
  reply: NoBody,
  refuses: [404],
  handle: ({ authority }) => {
    if (!authority) throw fail.unknownRoute();
    const headers = {
      "content-type": "application/x-apple-aspen-config",
      "content-disposition": 'attachment; filename="cofre.mobileconfig"',
    };
    return new Answer(200, headers, profileOf(authority));
  },
});

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">`;

/** The same ids for the same certificate, so that a second download replaces the first. */
function profileOf({ name, der, fingerprint }: OfferedAuthority): string {
  const id = `cofre.authority.${fingerprint.replaceAll(":", "").slice(0, 16).toLowerCase()}`;
  const body = new Markup(der.toString("base64"));
  return `${HEAD}
${
  html`<plist version="1.0"><dict>
<key>PayloadType</key><string>Configuration</string>
<key>PayloadVersion</key><integer>1</integer>
<key>PayloadIdentifier</key><string>${id}</string>
<key>PayloadUUID</key><string>${uuidOf(`profile ${fingerprint}`)}</string>
<key>PayloadDisplayName</key><string>${name}</string>
<key>PayloadContent</key><array><dict>
<key>PayloadType</key><string>com.apple.security.root</string>
<key>PayloadVersion</key><integer>1</integer>
<key>PayloadIdentifier</key><string>${id}.certificate</string>
<key>PayloadUUID</key><string>${uuidOf(`certificate ${fingerprint}`)}</string>
<key>PayloadDisplayName</key><string>${name}</string>
<key>PayloadCertificateFileName</key><string>cofre.crt</string>
<key>PayloadContent</key><data>${body}</data>
</dict></array>
</dict></plist>`.text
}
`;
}

/** Of version 8: made of a hash in a way of our own (RFC 9562, 5.8). */
function uuidOf(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString("hex").toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
