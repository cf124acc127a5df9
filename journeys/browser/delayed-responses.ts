/** Delays and reorders responses, to reveal code that relies on their speed or order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomSource } from '@omicon/demo/kit/random.ts';
import type { BrowserContext, Request, Route } from 'playwright-core';

/** Whether the call can be repeated outside the page: the browser does not expose the bytes of uploaded files. */
function canBeRelayed(request: Request): boolean {
  const isOfScript = ['fetch', 'xhr'].includes(request.resourceType());
  const type = request.headers()['content-type'] ?? 'application/json';
  return isOfScript && type.startsWith('application/json');
}

async function holdBack(route: Route, waitMs: number, isAnswered: boolean): Promise<void> {
  try {
    if (isAnswered && canBeRelayed(route.request())) {
      const response = await route.fetch({ maxRedirects: 0 });
      await sleep(waitMs);
      await route.fulfill({ response });
    } else {
      await sleep(waitMs);
      await route.continue();
    }
  } catch {
    // The server is unreachable, which the page has to learn; or the page was left, and the response is not needed.
    await route.abort().catch(() => undefined);
  }
}

let opened = 0;

/**
 * Delays all calls of a browser's pages by up to `longestMs`: one half before the request is sent, the other half
 * after the response has arrived. The delays are the same in every run. Sockets are not delayed.
 */
export async function delayResponses(context: BrowserContext, longestMs: number): Promise<void> {
  opened += 1;
  const random = randomSource(opened);
  await context.route('**/api/**', (route) =>
    holdBack(route, random.uniform() * longestMs, random.chance(0.5)),
  );
}
