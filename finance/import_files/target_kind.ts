// Whether a file is the statement of an account or of a card.

export type TargetKind = "account" | "card";
