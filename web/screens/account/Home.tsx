import { useState } from 'react';
import { useLogout } from '../../areas/sign-in/calls.ts';
import { SignInEnd } from '../../areas/sign-in/SignInEnd.tsx';
import { useSessionWatch } from '../../areas/sign-in/use-session-watch.ts';
import { TermsModal } from '../../areas/terms/TermsModal.tsx';
import { useSession } from '../../base/sign-in/session.ts';
import { AppFrame } from '../../layout/AppFrame.tsx';

/**
 * Everything under `/home`. Nothing of it is drawn or read for a person who has not accepted the terms in force; where
 * new ones come into force under an open page, it waits behind them as it was.
 */
export function Home() {
  const { session } = useSession();
  const logout = useLogout();
  useSessionWatch();
  const isAsked = session !== null && !session.me.is_accepted_TOS;
  const [hasEntered, setEntered] = useState(!isAsked);
  if (!hasEntered && session !== null && !isAsked) setEntered(true);
  return (
    <>
      {hasEntered && (
        <div inert={isAsked}>
          <AppFrame hasKeys={!isAsked} />
        </div>
      )}
      {session !== null && !isAsked && <SignInEnd />}
      {isAsked && (
        <TermsModal
          onDecline={() => logout.mutate(undefined, { onSettled: () => window.location.assign('/') })}
        />
      )}
    </>
  );
}
