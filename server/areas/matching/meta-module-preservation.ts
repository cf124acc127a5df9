/** Preservation of the consensus genes of a meta-module in a data set, in particular where no module is like them. */
import { getPreservationOfMetaModule } from '@omicon/contract/areas/matching.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import { findMetaModule, listConsensusGenes } from '../../records/atlas/consensus-genes.ts';
import { moduleLinkOf } from '../../records/lists/replies.ts';
import { prepare, seedOf, testMembers } from './preservation.ts';
import { findNetworkOfModule } from './sql.ts';
import { findReference } from './sql-meta-modules.ts';

interface GeneRows {
  /** row of the first list by symbol */
  rowOfSymbol: Map<string, number>;
  /** of every feature of the first list the row of the same gene in the second; -1 where it is not measured */
  testRows: Int32Array;
}

/** The first feature of each gene. */
function firstRows({ features, symbols }: { features: Uint32Array; symbols: Uint32Array }) {
  const rows = new Map<number, number>();
  for (const [at, symbol] of symbols.entries()) {
    const row = features[at] ?? 0;
    if (row < (rows.get(symbol) ?? Number.POSITIVE_INFINITY)) rows.set(symbol, row);
  }
  return rows;
}

const NO_SYMBOLS = { features: new Uint32Array(0), symbols: new Uint32Array(0) };

/**
 * Rows of the same genes, whatever the features of both lists are named by. Of several features of a gene the first one
 * stands for it; a feature of several genes is the first of them that the second list has.
 */
async function mapBySymbols(
  { searchThreads }: Services,
  { from, to }: { from: number; to: number },
): Promise<GeneRows> {
  const { lists, spellings } = await searchThreads.ask({ kind: 'list-symbols', feature_lists: [from, to] });
  const own = firstRows(lists[0] ?? NO_SYMBOLS);
  const other = firstRows(lists[1] ?? NO_SYMBOLS);
  const length = [...own.values()].reduce((most, row) => Math.max(most, row + 1), 0);
  const testRows = new Int32Array(length).fill(-1);
  const rowOfSymbol = new Map<string, number>();
  for (const [symbol, row] of own) {
    rowOfSymbol.set(spellings.get(symbol) ?? '', row);
    if (testRows[row] === -1) testRows[row] = other.get(symbol) ?? -1;
  }
  return { rowOfSymbol, testRows };
}

export const metaModulePreservation = serveInThread(
  getPreservationOfMetaModule,
  async ({ db, principal, params: { id, data_set_id }, query, services, signal }) => {
    if ((await findMetaModule(db, principal, id)) === undefined) throw notFound('meta-module');
    const reference = await findReference(db, principal, { number: id, data_set: data_set_id });
    if (reference === undefined)
      throw new PortalError('invalid_input', 'No data set of another cohort has this meta-module.');
    const network = await findNetworkOfModule(db, principal, reference.number);
    if (network === undefined) throw notFound('module');
    let rowOfSymbol = new Map<string, number>();
    const prepared = await prepare(db, principal, { network, data_set: data_set_id }, async (lists) => {
      const rows = await mapBySymbols(services, lists);
      ({ rowOfSymbol } = rows);
      return rows.testRows;
    });
    const genes = await listConsensusGenes(db, principal, id);
    const members = Uint32Array.from(new Set(genes.flatMap((gene) => rowOfSymbol.get(gene) ?? []))).sort();
    const tested = await testMembers({ db, services, signal }, prepared, {
      ...{ members, all: genes.length, random_sets: query.random_sets },
      seed: seedOf(id, data_set_id, query.random_sets),
    });
    return {
      ...tested,
      data_set: { id: data_set_id, title: prepared.test.title },
      reference: {
        data_set: { id: network.data_set_number, title: network.data_set_title },
        module: moduleLinkOf(reference),
      },
    };
  },
);
