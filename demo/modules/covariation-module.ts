import type { ModuleEigengene } from '@omicon/domain/statistics/modules/kme.ts';

/** One module with its kME of every feature. Feature numbers count from 0 among the features that vary. */
export interface CovariationModule extends ModuleEigengene {
  colour: string;
  seeds: number[];
  kmes: Float64Array;
  pValues: Float64Array;
}
