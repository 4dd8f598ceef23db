/** The other side did not give an answer that can be used. The message says how, and holds nothing that the other side sent. */
export class OutboundError extends Error {
  readonly kind: "unreachable" | "timeout" | "too large" | "unreadable" | "refused";

  constructor(kind: OutboundError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
