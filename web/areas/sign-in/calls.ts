import { login, loginAsGuest, logout } from '@omicon/contract/areas/people/sign-in.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { refreshAppId } from '../../base/calls/app-id.ts';
import { callEndpoint } from '../../base/calls/call.ts';
import { confirmVersion } from '../../base/calls/version/version.ts';
import { forgetSession } from '../../base/sign-in/session.ts';
import { setSignOnState } from '../../base/sign-in/sign-on-state.ts';
import { useEnter } from '../../base/use-enter.ts';
import { withLoaderOverlay } from '../../ui/feedback/loader-overlay.ts';

export function useLogin(next: string) {
  const enter = useEnter();
  return useMutation({
    mutationFn: async ({ username, password }: { username: string; password: string }) => {
      await confirmVersion();
      // jose is 20 kB; only this screen needs it.
      const { encryptPassword } = await import('../../base/sign-in/password.ts');
      await callEndpoint(login, { body: { username, password: await encryptPassword(password) } });
      await enter(next);
    },
    meta: { isHandled: true },
  });
}

export function useLoginAsGuest() {
  const enter = useEnter();
  return useMutation({
    mutationFn: async (next: string) => {
      await confirmVersion();
      await callEndpoint(loginAsGuest, {});
      await enter(next);
    },
    meta: { isHandled: true },
  });
}

const GOODBYE_MS = 1500;

/** Key of the logout mutation: while it runs, no message about the end of the session is shown. */
export const LOGOUT = ['logout'] as const;

/** Ends the session on the server and in this page, then opens `destination` after about 1.5 s. */
export function useLogout(destination = '/') {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationKey: LOGOUT,
    mutationFn: () =>
      withLoaderOverlay('Logging you out', async () => {
        const goodbye = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
        // A session unknown to the server has ended already.
        const ended = await callEndpoint(logout, {}).catch(() => null);
        await goodbye;
        refreshAppId();
        setSignOnState({ signOutAddress: ended?.sign_out_url ?? null });
        forgetSession(queryClient);
        router.history.push(destination);
      }),
  });
}
