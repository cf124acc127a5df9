/** Multipart forms. Only routes that say so take them; everywhere else such a body is refused unread. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { type Route, registerRoutes } from './serve.ts';
import type { Services } from './services.ts';

export async function registerForms(
  app: FastifyInstance,
  routes: readonly Route[],
  services: Services,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart);
    registerRoutes(scope, routes, services);
  });
}
