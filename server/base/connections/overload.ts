/**
 * A web process that has fallen behind refuses what it would answer too late (REL-15). It asks for nothing that can fail,
 * such as the memory of the process, which is read from a file: where no file may be opened any more it goes on.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '../http/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    isAnsweredWhenBehind?: true;
  }
}

const RESOLUTION_MS = 10;
const LOOK_MS = 1000;
const COME_BACK_SECONDS = 2;

/** For routes that are answered also while calls are refused: whoever fell behind lives, and can be seen to have fallen behind. */
export const WHEN_BEHIND_TOO = { config: { isAnsweredWhenBehind: true } } as const;

/** @param mostMs mean delay of the event loop in a second beyond which calls and pages get 503; 0 for never */
export function refuseWhenBehind(app: FastifyInstance, mostMs: number): void {
  if (mostMs === 0) return;
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let isBehind = false;
  const looking = setInterval(() => {
    // Without any reading the loop stood still all the time.
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
