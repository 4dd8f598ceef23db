// /settings/server: for owners of this server: letting people in, and the mails that could not leave.
import { useSignal } from "@preact/signals";
import { Loading } from "../data/loading.tsx";
import { useStore } from "../data/use_store.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { Empty } from "../ui/empty.tsx";
import { TextField } from "../ui/form.tsx";
import { SecretOnce } from "../ui/secret_once.tsx";
import { dayAndTime, Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { askAuth, SERVER, useServer } from "./auth.ts";
import { whenSignInRecent } from "./recent_sign_in.ts";
import { addressWords } from "./security_words.ts";
import { Mailbox } from "./server_mailbox.tsx";
import { serverWords } from "./server_words.ts";

interface Link {
  email: string;
  link: string;
  expires_at: string;
}

export function Server() {
  return (
    <Loading from={useServer()} path={SERVER}>
      {({ roles, mailbox }) =>
        roles.includes("owner") ? (
          <>
            {mailbox && <Mailbox />}
            <People />
          </>
        ) : (
          <Empty text={serverWords.owners} />
        )
      }
    </Loading>
  );
}

function People() {
  const store = useStore();
  const invites = useSignal(false);
  const link = useSignal<Link | undefined>(undefined);
  return (
    <Section
      title={serverWords.people}
      hint={serverWords.peopleHint}
      acts={
        <button type="button" class="small" onClick={whenSignInRecent(store, () => (invites.value = true))}>
          {serverWords.invite}
        </button>
      }
    >
      {invites.value && (
        <Invite
          onClose={() => (invites.value = false)}
          onLink={(newLink) => {
            link.value = newLink;
          }}
        />
      )}
      {link.value && (
        <SecretOnce
          title={serverWords.linkTitle}
          hint={serverWords.linkHint(link.value.email, dayAndTime(link.value.expires_at))}
          secret={link.value.link}
          onClose={() => (link.value = undefined)}
        />
      )}
    </Section>
  );
}

function Invite({ onClose, onLink }: { onClose: () => void; onLink: (link: Link) => void }) {
  const store = useStore();
  const email = useSignal("");
  const sending = useSending();
  const save = async () => {
    if (!email.value.includes("@")) throw ownRefusal({ email: addressWords.badEmail });
    const link = await askAuth<Link>(store, "POST", "/server/invitations", { email: email.value.trim() });
    onClose();
    onLink(link);
  };
  return (
    <FormDialog title={serverWords.invite} onClose={onClose} sending={sending} act={serverWords.makeLink} save={save}>
      <TextField
        label={addressWords.email}
        value={email}
        problem={sending.at("email", "base")}
        type="email"
        autoComplete="off"
        maxLength={254}
      />
    </FormDialog>
  );
}
