/** State of all open pages, to diagnose failed tests. */
import type { Page, Request } from 'playwright-core';

const MAX_TEXT = 600;
const MAX_CALLS = 20;

interface Watched {
  page: Page;
  troubles: readonly string[];
  underWay: Map<Request, number>;
}

const watched = new Set<Watched>();

/** Records the pending calls of a page, for failure reports. */
export function watchPage(page: Page, troubles: readonly string[]): void {
  const each: Watched = { page, troubles, underWay: new Map() };
  watched.add(each);
  page.on('request', (request) => each.underWay.set(request, performance.now()));
  page.on('requestfinished', (request) => each.underWay.delete(request));
  page.on('requestfailed', (request) => each.underWay.delete(request));
  page.on('close', () => watched.delete(each));
}

async function describePage({ page, troubles, underWay }: Watched): Promise<string> {
  const text = await Promise.race([
    page.evaluate('document.body?.innerText ?? ""').then(String, (error: Error) => `(${error.message})`),
    new Promise<string>((resolve) => setTimeout(() => resolve('(the page does not answer)'), 2000)),
  ]);
  const calls = [...underWay].slice(-MAX_CALLS).map(([request, startedAt]) => {
    const ms = Math.round(performance.now() - startedAt);
    return `    ${request.method()} ${request.url()}, asked ${ms} ms ago`;
  });
  return [
    `  ${page.url()} shows: ${text.replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT)}`,
    ...(calls.length > 0 ? ['  and waits for', ...calls] : ['  and waits for no call']),
    ...troubles.slice(-5).map((trouble) => `  trouble: ${trouble}`),
  ].join('\n');
}

/** @returns a few lines for each open page */
export async function describePages(): Promise<string> {
  return (await Promise.all([...watched].map(describePage))).join('\n');
}
