import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionQuery } from './sign-in/session.ts';

/** After a sign-in: loads person and permissions, then opens `next`. */
export function useEnter() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (next: string): Promise<void> => {
    queryClient.clear();
    await queryClient.fetchQuery(sessionQuery);
    router.history.push(next);
  };
}
