import { getSession } from '@omicon/contract/areas/people/sign-in.ts';
import { connectOrcid, LOADING_PATH, redeemSignOn } from '@omicon/contract/areas/people/single-sign-on.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { callEndpoint } from '../../base/calls/call.ts';
import { CallError } from '../../base/calls/call-error.ts';
import { useChangeBy } from '../../base/calls/use-endpoint.ts';
import { useCheckVersion } from '../../base/calls/version/use-check-version.ts';
import { confirmVersion } from '../../base/calls/version/version.ts';
import { sessionQuery } from '../../base/sign-in/session.ts';
import { type SignOnFailure, setSignOnState } from '../../base/sign-in/sign-on-state.ts';
import { useEnter } from '../../base/use-enter.ts';
import { closePopup, type Outcome, openPopup, type Purpose, runAttempt } from './attempt.ts';

const PERMISSIONS_MS = 500;
const FAILURE_MS = 500;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The ways to sign in besides a password. */
export function useSignOnProviders(): { single_sign_on: boolean; orcid: boolean } {
  return useCheckVersion() ?? { single_sign_on: false, orcid: false };
}

/** Null after a successful sign-in, else why it failed. */
async function redeem(
  outcome: Exclude<Outcome, { kind: 'replaced' }>,
): Promise<SignOnFailure | 'closed' | null> {
  if (outcome.kind === 'closed') return 'closed';
  if (outcome.kind !== 'code') return outcome.kind === 'refused' ? 'permission' : 'other';
  try {
    await callEndpoint(redeemSignOn, { body: { code: outcome.code, verifier: outcome.verifier } });
    return null;
  } catch (error) {
    return error instanceof CallError && error.code === 'permission_denied' ? 'permission' : 'other';
  }
}

/** Runs one sign-in; call `start` in the click handler; it returns false if the browser blocked the window. */
export function useSignOn({ next, landing }: { next: string; landing: string }) {
  const enter = useEnter();
  const queryClient = useQueryClient();
  const router = useRouter();

  async function finish(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'replaced') return;
    const failure = await redeem(outcome);
    if (failure === null) {
      await pause(PERMISSIONS_MS);
      setSignOnState({ isWaiting: false });
      // If permissions cannot be loaded, the next screen says so and shows nothing private.
      return enter(next).catch(() => router.history.push(next));
    }
    if (failure !== 'closed') await pause(FAILURE_MS);
    setSignOnState({ isWaiting: false, failure: failure === 'closed' ? null : failure });
    router.history.push(landing);
    if (outcome.kind !== 'closed') return;
    const late = await outcome.later;
    const isStillNobody = queryClient.getQueryData(sessionQuery.queryKey) === null;
    if (late.kind === 'code' && isStillNobody) await finish(late);
  }

  const mutation = useMutation({
    mutationFn: async ({ popup, purpose }: { popup: Window; purpose: Purpose }) => {
      try {
        await confirmVersion();
        setSignOnState({ isWaiting: true, failure: null });
        router.history.push(LOADING_PATH);
        const outcome = await runAttempt(popup, purpose);
        closePopup(popup);
        await finish(outcome);
      } catch (error) {
        closePopup(popup);
        setSignOnState({ isWaiting: false });
        throw error;
      }
    },
  });

  return {
    isPending: mutation.isPending,
    start(purpose: Purpose): boolean {
      const popup = openPopup();
      if (popup !== null) mutation.mutate({ popup, purpose });
      return popup !== null;
    },
  };
}

/** Verifies an ORCID iD in a popup and adds it to the account; null if the person closed the popup. */
export function useConnectOrcid() {
  return useChangeBy(
    async (popup: Window): Promise<string | null> => {
      const outcome = await runAttempt(popup, 'connect-orcid');
      closePopup(popup);
      if (outcome.kind === 'closed' || outcome.kind === 'replaced') return null;
      if (outcome.kind !== 'code') throw new Error('Something went wrong, please try again.');
      const { code, verifier } = outcome;
      return (await callEndpoint(connectOrcid, { body: { code, verifier } })).orcid_id;
    },
    { refreshes: [getSession], isHandled: true },
  );
}
