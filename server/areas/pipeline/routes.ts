/** The pipeline beside a data set: preparation of samples, and search for modules. Owns table pipeline_run. */
import type { Route } from '../../base/http/serve.ts';
import { optionRoutes } from './options.ts';
import { runRoutes } from './runs.ts';

export const pipelineRoutes: Route[] = [...optionRoutes, ...runRoutes];
