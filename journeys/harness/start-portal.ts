import { type Portal, type StartOptions, startSingle } from './portal.ts';
import { isOnCluster } from './timeouts.ts';

/** Starts the product: one process tree, or the cluster of `npm run test:cluster`. */
export async function startPortal(options: StartOptions): Promise<Portal> {
  if (!isOnCluster) return startSingle(options);
  const { startCluster } = await import('./cluster.ts');
  return startCluster(options);
}
