// By what a user signs in.
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { providerText } from "./provider_text.ts";
import type { Identity, User } from "./user_record.ts";
import { profileWords } from "./user_words.ts";

export function SignInWays({ user }: { user: User }) {
  return (
    <Section title={profileWords.ways}>
      <Lines items={user.identities} empty={profileWords.noWays}>
        {(identity) => <IdentityLine key={identity.identity_id} user={user} identity={identity} />}
      </Lines>
    </Section>
  );
}

function IdentityLine({ user, identity }: { user: User; identity: Identity }) {
  const console = useConsole();
  const { provider, email, id, last_sign_in_at: used, created_at: created } = identity;
  return (
    <Line
      title={providerText(provider)}
      hints={[email, id !== user.id && id, used ? profileWords.used(dayAndTime(used)) : profileWords.since(dayAndTime(created))]}
    >
      {user.identities.length > 1 && (
        <OpenButton
          label={profileWords.unlink}
          right="credentials:write"
          dialog={(onClose) => (
            <ActDialog
              title={profileWords.unlinkAsk(providerText(provider))}
              text={profileWords.unlinkHint}
              act={profileWords.unlink}
              right="credentials:write"
              onClose={onClose}
              work={(reason) => act(console, "DELETE", `/users/${user.id}/identities/${identity.identity_id}`, { reason })}
            />
          )}
        />
      )}
    </Line>
  );
}
