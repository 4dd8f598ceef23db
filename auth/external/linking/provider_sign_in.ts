// What a sign-in at an external provider brings: who the person is there, and what they came for.
import type { CodeChallenge } from "../../flow_states/pkce.ts";
import type { ExternalProfile } from "../provider.ts";
import type { SignInPurpose } from "./link.ts";
import type { Ending } from "./write_sign_in.ts";

export interface ProviderSignIn {
  provider: string;
  /** The provider's people may come without an address. */
  emailOptional: boolean;
  profile: ExternalProfile;
  purpose: SignInPurpose;
  /** Of the invitation, where the purpose is one. */
  inviteHash?: Buffer | null;
  ending: Exclude<Ending, undefined>;
  /** Where a mail that has to be sent leads, and how the flow that it ends was begun. */
  redirectTo: string;
  challenge?: CodeChallenge | undefined;
}
