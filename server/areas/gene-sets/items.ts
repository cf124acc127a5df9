import type { GeneSetItem } from '@omicon/contract/areas/genes/gene-sets.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { canDeleteGeneSet, canEditGeneSet } from '@omicon/domain/records/gene-sets.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import type { GeneSetRow } from './sql.ts';

/** A gene set in the shape of replies, with this person's rights. */
export function toItem({ owner_id, ...row }: GeneSetRow, principal: Principal): GeneSetItem {
  return {
    ...row,
    omicon_id: omiconIdOf('GS', row.id),
    updated_at: row.updated_at.toISOString(),
    editable: canEditGeneSet(principal, { owner_id }),
    deletable: canDeleteGeneSet(principal, { owner_id }),
  };
}
