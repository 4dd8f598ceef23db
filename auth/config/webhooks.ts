// What happens in auth, sent to addresses of others.
import { configTable } from "../../kernel/config/config.ts";
import { host, listOf } from "../../kernel/config/formats.ts";

export const webhooks = configTable({
  webhookAllowedHosts: {
    env: "WEBHOOK_ALLOWED_HOSTS",
    format: listOf(host),
    initial: [],
    doc: "Hosts that webhooks may be sent to though their addresses are not public, and without TLS: a host name or an address as it stands in the webhook's URL, with a port or for all ports. All others are reached by `https` alone, and never at an address of this machine or of a private network. See `docs/auth_events.md`.",
  },
});
