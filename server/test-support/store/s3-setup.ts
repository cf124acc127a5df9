/** One S3 store for a run of tests that need it, in addition to the database of all server tests. */
import type { TestProject } from 'vitest/node';
import setupDatabase from '../global-setup.ts';
import { type Gateway, startGateway } from './radosgw.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** set in runs against an S3 store */
    gateway: Gateway | undefined;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [closeDatabase, { gateway, stop }] = await Promise.all([setupDatabase(project), startGateway()]);
  project.provide('gateway', gateway);
  return async () => {
    await stop();
    await closeDatabase();
  };
}
