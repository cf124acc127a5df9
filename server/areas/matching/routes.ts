/** The same module elsewhere: counterparts, networks against each other, preservation. Owns table preservation_run. */
import type { Route } from '../../base/http/serve.ts';
import { counterpartRoutes } from './counterparts.ts';
import { metaModulePreservation } from './meta-module-preservation.ts';
import { networkMatchRoutes } from './networks.ts';
import { preservationRoutes } from './preservation.ts';
import { preservationRunRoutes } from './preservation-runs.ts';

export const matchingRoutes: Route[] = [
  ...counterpartRoutes,
  ...networkMatchRoutes,
  ...preservationRoutes,
  metaModulePreservation,
  ...preservationRunRoutes,
];
