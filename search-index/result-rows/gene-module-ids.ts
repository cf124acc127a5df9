/** All readable modules that contain a gene, without their rows. */
import type { Viewer } from '../read/catalog-entries.ts';
import { findGeneMembership, type GeneEngine } from './gene-modules.ts';

export interface GeneModuleIdsRequest {
  viewer: Viewer;
  /** features that map to the gene */
  features: number[];
}

export interface GeneModuleIdsReply {
  /** row ids, under any definition */
  modules: number[];
}

/** Row ids of the modules that contain the gene under any definition. */
export async function listGeneModuleIds(
  engine: GeneEngine,
  request: GeneModuleIdsRequest,
): Promise<GeneModuleIdsReply> {
  const { networks, masks } = await findGeneMembership(engine, request);
  return {
    modules: networks.flatMap((network) => [
      ...network.modules.filter((module) => (masks[module] ?? 0) !== 0),
    ]),
  };
}
