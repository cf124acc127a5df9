import { useState } from 'react';
import { useLogout } from '../../areas/sign-in/calls.ts';
import { SignInEnd } from '../../areas/sign-in/SignInEnd.tsx';
import { useSessionWatch } from '../../areas/sign-in/use-session-watch.ts';
import { TermsModal } from '../../areas/terms/TermsModal.tsx';
import { useSession } from '../../base/sign-in/session.ts';
import { AppFrame } from '../../layout/AppFrame.tsx';

// With the script of the frame, which has loaded before those of the screen.
export { preloadOpenFile } from '../../record-page/preload-open-file.ts';

/**
 * Layout of all screens under `/home`. Nothing renders or loads before the person has accepted the terms in force; if
 * new terms come into force while a page is open, it stays unchanged behind their modal.
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
