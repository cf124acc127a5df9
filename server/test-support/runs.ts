/** What tests of runs in the background ask again and again. */
import { listSearchNotifications } from '@omicon/contract/areas/notifications.ts';
import type { Caller, TestPortal } from './portal.ts';

/** What the log of a person says of a run; nothing before it has ended. */
export async function newsOfRun(portal: TestPortal, as: Caller, id: number) {
  const { reply } = await portal.call(listSearchNotifications, { as, query: {} });
  return reply.results.filter(({ notifId }) => notifId === id);
}

/** Asks forty times a second. @throws Error after ten seconds */
export async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isReached()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('It was waited for in vain.');
}
