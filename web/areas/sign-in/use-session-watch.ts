import { SESSION_SOCKET } from '@omicon/contract/areas/people/account.ts';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { watchSocket } from '../../base/calls/shared-socket.ts';
import { findSession, type Session, sessionQuery, useSession } from '../../base/sign-in/session.ts';
import { endSession } from './end-session.ts';

function hasOtherRights(before: Session, after: Session): boolean {
  return before.role !== after.role || before.permissions.symmetricDifference(after.permissions).size > 0;
}

function areEqual(before: Session, after: Session): boolean {
  return !hasOtherRights(before, after) && hashKey([before.me]) === hashKey([after.me]);
}

/** Keeps person, role, permissions and terms of an open page up to date with the server. */
export function useSessionWatch(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { session } = useSession();
  const personId = session?.me.id ?? null;

  useEffect(() => {
    if (personId === null) return;
    async function refresh(): Promise<void> {
      // An unreachable server does not mean signed out; the next call or connection will tell.
      const after = await findSession().catch(() => undefined);
      const before = queryClient.getQueryData(sessionQuery.queryKey);
      if (after === undefined || before === undefined || before === null) return;
      if (after === null) endSession(queryClient, router.history);
      // Somebody else has signed in in another tab; nothing cached for the first person may remain.
      else if (after.me.id !== before.me.id) window.location.assign('/home');
      // An equal one would render the whole page again.
      else if (!areEqual(before, after)) {
        queryClient.setQueryData(sessionQuery.queryKey, after);
        if (hasOtherRights(before, after))
          void queryClient.invalidateQueries({
            predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
          });
      }
    }
    return watchSocket({ ...SESSION_SOCKET, id: personId, onChange: () => void refresh() });
  }, [personId, queryClient, router]);
}
