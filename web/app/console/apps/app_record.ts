// An app as auth shows it to administrators.

export interface OauthApp {
  client_id: string;
  client_type: "public" | "confidential";
  /** `document`: described by the document at the URL that is its id. */
  registration_type: "manual" | "dynamic" | "document";
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  grant_types: string[];
  client_name?: string;
  client_uri?: string;
  logo_uri?: string;
  /** Missing where no secret is being replaced. */
  old_secret_until?: string;
  consents_count: number;
  created_at: string;
}

/** As auth counts them. */
export const MOST_CONSENTS = 10_000;

export const PATH = "/oauth/clients";
export const pathOf = ({ client_id: id }: OauthApp): string => `${PATH}/${encodeURIComponent(id)}`;
