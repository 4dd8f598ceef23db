// What an SMS gateway is to us: it takes a message to a phone. Each gateway is one value in one file.
// gateways.ts lists them, ask_gateway.ts calls them, sms_sender.ts sends what waits in the outbox, require_sms.ts says whether a text can leave.
import type { AuthConfig } from "../config.ts";
import type { GatewayAnswer } from "./ask_gateway.ts";

export type SmsChannel = "sms" | "whatsapp";

export interface Sms {
  /** Digits with the country's code, without `+`. */
  to: string;
  channel: SmsChannel;
  /** What the phone shows, and the code in it. Both are empty where the gateway makes the code. */
  text: string;
  code: string;
  /** Gets the gateway's answer as it came, to be shown to an administrator who tries the gateway. */
  hear?: (answer: GatewayAnswer) => void;
}

export interface SmsGateway {
  channels: readonly SmsChannel[];
  /**
   * Hands a message over, and returns the gateway's own id of it. Throws `Undeliverable` where another try is of no use, `NotNow` where
   * it may be.
   */
  send(sms: Sms, config: AuthConfig): Promise<string>;
  /** Only of gateways that make the code themselves: whether it is the right one, which they say once. Throws where they do not say. */
  check?(code: Pick<Sms, "to" | "code">, config: AuthConfig): Promise<boolean>;
}
