// GET /trust/cofre.crt: the certificate of our own authority, as Android and computers take it.
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";

export const getTrustCofreCrt = endpoint({
  method: "GET",
  path: "/trust/cofre.crt",
  access: "page",
  summary: "The certificate of this server's own authority",
  reply: NoBody,
  refuses: [404],
  handle: ({ authority }) => {
    if (!authority) throw fail.unknownRoute();
    const headers = { "content-type": "application/x-x509-ca-cert", "content-disposition": 'attachment; filename="cofre.crt"' };
    return new Answer(200, headers, authority.der);
  },
});
