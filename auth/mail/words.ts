// The texts of a built-in mail, in one language.
export interface MailWords {
  heading: string;
  sentence: string;
  /** What the button says. A mail without one has no link. */
  button?: string;
  /** Stands above the code. A mail without it shows none. */
  code?: string;
  /** What to do if the mail comes unexpected. */
  otherwise: string;
}
