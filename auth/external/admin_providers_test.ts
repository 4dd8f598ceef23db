// POST /admin/providers/:name/test: tries whether a provider can be reached and takes our client id and secret. Nobody is signed in.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { enabledProvider } from "./enabled_provider.ts";
import { PROVIDER_REQUEST_SECONDS, providerTimeoutMs } from "./flow/timeout.ts";
import { type Outcome, type TriedStep, tryProvider } from "./try_provider.ts";

const Step = Type.Object({
  step: Type.Unsafe<TriedStep["step"]>({
    type: "string",
    enum: ["begin", "credentials"],
    description: "begin: where browsers are sent; credentials: client id and secret",
  }),
  outcome: Type.Unsafe<Outcome>({ type: "string", enum: ["ok", "failed", "unclear"] }),
  detail: Type.String(),
});

export const testAdminProvider = endpoint({
  method: "POST",
  path: "/admin/providers/:name/test",
  access: "admin",
  right: "providers:test",
  summary: "Try a provider, up to where a person would be needed",
  params: Type.Object({ name: Type.String() }),
  ignoresBody: true,
  reply: Type.Object({ name: Type.String(), redirect_uri: Type.String(), steps: Type.Array(Step) }),
  timeoutSeconds: 2 * PROVIDER_REQUEST_SECONDS,
  handle: async ({ params, ...input }) => {
    const enabled = await enabledProvider(params.name, input);
    const steps = await tryProvider(enabled, providerTimeoutMs(input.config), input.now);
    return { name: enabled.provider.key, redirect_uri: enabled.config.redirectUri, steps };
  },
});
