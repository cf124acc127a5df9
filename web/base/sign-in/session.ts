import { type getMe, getPermissions, getSession } from '@omicon/contract/areas/people/sign-in.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { type Access, hasAccess, type Principal, type Role } from '@omicon/domain/permissions/permissions.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../calls/call.ts';
import { CallError } from '../calls/call-error.ts';
import { familyOf } from '../calls/use-endpoint.ts';

export interface Session {
  me: ReplyOf<typeof getMe>;
  role: Role;
  permissions: ReadonlySet<string>;
}

/** Person and permissions from the server; null when nobody is signed in. */
export async function findSession(signal?: AbortSignal): Promise<Session | null> {
  const parts = signal === undefined ? {} : { signal };
  const { me } = await callEndpoint(getSession, parts);
  if (me === null) return null;
  try {
    const { permissions, role } = await callEndpoint(getPermissions, parts);
    return { me, role, permissions: new Set(permissions) };
  } catch (error) {
    // The session ended between the two calls.
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
}

/** The session; null when nobody is signed in. Fails as a whole if permissions cannot be loaded. */
export const sessionQuery = queryOptions({
  queryKey: [familyOf(getSession)],
  queryFn: ({ signal }) => findSession(signal),
  staleTime: 5 * 60_000,
});

/** Clears all data cached for the person who was signed in. */
export function forgetSession(queryClient: QueryClient): void {
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

const NO_PERMISSIONS: ReadonlySet<string> = new Set();

export function useSession() {
  const session = useQuery(sessionQuery).data ?? null;
  const principal: Principal = {
    person_id: session?.me.id ?? null,
    role: session?.role ?? null,
    permissions: session?.permissions ?? NO_PERMISSIONS,
  };
  return {
    session,
    principal,
    isGuest: session?.role === 'GU',
    permissions: principal.permissions,
    hasPermission: (access: Access) => hasAccess(principal, access),
  };
}
