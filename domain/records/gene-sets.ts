/** Who may change a gene set, and what its form offers. */
import type { Principal } from '../permissions/permissions.ts';

/** The choice behind which a text of one's own is typed. */
export const OTHER = 'Other(Please specify)';

export const GENE_SET_CATEGORIES = [
  'BiologicalProcess',
  'CellType',
  'CellularCompartment',
  'Disease',
  'Evolutionary',
  'GeneClass',
  'KO',
  'ProteinComplex',
  'SignalingPathway',
  'TissueType',
] as const;

export const SPECIES = [
  'Homo sapiens',
  'Mus musculus',
  'Rattus norvegicus',
  'Macaca Mulatta',
  'Danio rerio',
  'Drosophila melanogaster',
] as const;

interface OwnedGeneSet {
  owner_id: number | null;
}

function isOwn(principal: Principal, set: OwnedGeneSet): boolean {
  const isOwner = principal.person_id !== null && set.owner_id === principal.person_id;
  return isOwner && principal.permissions.has('RESOURCE_GENESET_ATTRIBUTES_MODIFY');
}

/** One's own gene sets, or any with RESOURCE_GENESET_EDIT. */
export function canEditGeneSet(principal: Principal, set: OwnedGeneSet): boolean {
  return principal.permissions.has('RESOURCE_GENESET_EDIT') || isOwn(principal, set);
}

/** One's own gene sets, or any with RESOURCE_GENESET_DELETE. Whoever may delete one may bring it back. */
export function canDeleteGeneSet(principal: Principal, set: OwnedGeneSet): boolean {
  return principal.permissions.has('RESOURCE_GENESET_DELETE') || isOwn(principal, set);
}
