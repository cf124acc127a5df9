/** Answers that come late, in an order that is not that of the questions: what takes them for granted shows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomSource } from '@omicon/demo/kit/random.ts';
import type { BrowserContext, Request, Route } from 'playwright-core';

/** Whether the call can be made in place of the page: the browser does not tell the bytes of files that are sent. */
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
    // The server is away, which the page has to learn; or the page was left, and nobody waits for the answer.
    await route.abort().catch(() => undefined);
  }
}

let opened = 0;

/**
 * Holds every call of the pages of a browser back by up to `longestMs`: one half before the server hears of it, the
 * other half when it has been answered. How long is the same in every run. Sockets stay as quick as they are.
 */
export async function holdAnswers(context: BrowserContext, longestMs: number): Promise<void> {
  opened += 1;
  const random = randomSource(opened);
  await context.route('**/api/**', (route) =>
    holdBack(route, random.uniform() * longestMs, random.chance(0.5)),
  );
}
