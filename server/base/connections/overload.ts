/**
 * Load shedding: a web process whose event loop is delayed refuses requests (REL-15). Reads nothing that can fail (no
 * files, such as process memory), so it works when no file can be opened.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    isAnsweredWhenBehind?: true;
  }
}

const RESOLUTION_MS = 10;
const LOOK_MS = 1000;
const COME_BACK_SECONDS = 2;

/** For routes exempt from load shedding: an overloaded process is alive and must report its state. */
export const WHEN_BEHIND_TOO = { config: { isAnsweredWhenBehind: true } } as const;

/** @param mostMs mean event loop delay within a second above which calls and pages get 503; 0 for never */
export function refuseWhenBehind(app: FastifyInstance, mostMs: number): void {
  if (mostMs === 0) return;
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let isBehind = false;
  const looking = setInterval(() => {
    // No sample means that the loop was blocked all the time.
    isBehind = delays.count === 0 || delays.mean / 1e6 - RESOLUTION_MS > mostMs;
    delays.reset();
  }, LOOK_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(looking);
    delays.disable();
  });
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (isBehind && routeOptions.config.isAnsweredWhenBehind !== true)
      throw new PortalError('unavailable', 'The portal is busy. Please try again in a moment.', {
        retryAfterSeconds: COME_BACK_SECONDS,
      });
  });
}
