/** Reads the gene sets of a folder, by the readers of intake. */
import { planIntake } from '@omicon/intake/plan/plan.ts';
import { readGeneSets } from '@omicon/intake/resources/read-gene-sets.ts';
import { openFolder } from '@omicon/intake/tree/folder-tree.ts';
import { UnreadableInput } from './read-data-set-folder.ts';
import type { SourcedSet } from './write-network.ts';

/** MSigDB numbers its sets M1694_v7.4; all others are the laboratory's. */
const BROAD = /^M\d+(_|$)/;

/**
 * All gene sets of a folder: a legend with one file for each set, or GMT files.
 * @throws UnreadableInput with a sentence of intake
 */
export async function readGeneSetFolder(folder: string): Promise<SourcedSet[]> {
  const tree = await openFolder(folder);
  try {
    const { units } = await planIntake(tree);
    const sets: SourcedSet[] = [];
    for (const unit of units) {
      if (unit.kind !== 'gene-sets') continue;
      const { record, faults } = await readGeneSets(tree, unit);
      if (record === null) throw new UnreadableInput(faults[0]?.sentence ?? 'The gene sets cannot be read.');
      for (const set of record) sets.push({ ...set, source: BROAD.test(set.set_id) ? 'BROAD' : 'MY' });
    }
    if (sets.length === 0) throw new UnreadableInput('There are no gene sets in this folder.');
    return sets;
  } finally {
    await tree.close();
  }
}
