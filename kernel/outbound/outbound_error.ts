/** There is no usable answer. The message says why, and contains nothing that the other server sent. */
export class OutboundError extends Error {
  readonly kind: "unreachable" | "timeout" | "too large" | "unreadable" | "refused";

  constructor(kind: OutboundError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
