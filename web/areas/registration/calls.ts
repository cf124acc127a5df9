import {
  checkPasswordReset,
  register,
  resetPassword,
  verifyEmail,
} from '@omicon/contract/areas/people/registration.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import { confirmVersion } from '../../base/calls/version/version.ts';

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  username: string;
  password: string;
  institution: string;
  orcid_id: string;
}

/** Both password fields travel as one encrypted value. */
async function sealPassword(password: string) {
  // jose is 20 kB; only these screens need it.
  const { encryptPassword } = await import('../../base/sign-in/password.ts');
  const encrypted = await encryptPassword(password);
  return { password: encrypted, confirm_password: encrypted };
}

/** First clears data of an earlier visitor of this browser; empty fields are not sent. */
export function useRegister() {
  return useMutation({
    mutationFn: async ({ password, institution, orcid_id, ...rest }: Registration) => {
      await confirmVersion();
      window.localStorage.clear();
      return callEndpoint(register, {
        body: {
          ...rest,
          ...(await sealPassword(password)),
          ...(institution === '' ? {} : { institution }),
          ...(orcid_id === '' ? {} : { orcid_id }),
        },
      });
    },
    meta: { isHandled: true },
  });
}

/** Verifies once per token, however often the screen renders. */
export function useVerifyEmail(token: string | null) {
  return useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => callEndpoint(verifyEmail, { body: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useCheckPasswordReset(token: string | null) {
  return useQuery({
    queryKey: ['check-password-reset', token],
    queryFn: () => callEndpoint(checkPasswordReset, { body: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useResetPassword(token: string) {
  return useMutation({
    mutationFn: async (password: string) =>
      callEndpoint(resetPassword, { body: { token, ...(await sealPassword(password)) } }),
    meta: { isHandled: true },
  });
}
