/** Who may change gene sets, and the choices of their form. */
import type { Principal } from '../permissions/permissions.ts';

/** The choice that allows free text. */
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

/** Owners may edit their gene sets; RESOURCE_GENESET_EDIT allows any. */
export function canEditGeneSet(principal: Principal, set: OwnedGeneSet): boolean {
  return principal.permissions.has('RESOURCE_GENESET_EDIT') || isOwn(principal, set);
}

/** Owners may delete and restore their gene sets; RESOURCE_GENESET_DELETE allows any. */
export function canDeleteGeneSet(principal: Principal, set: OwnedGeneSet): boolean {
  return principal.permissions.has('RESOURCE_GENESET_DELETE') || isOwn(principal, set);
}
