// How long a message that left, or failed, is remembered without its contents.
export const OUTBOX_DAYS = 30;
