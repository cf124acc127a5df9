/** Gene sets in a pasted ranking, and in the genes of a network ranked by kME. */
import { rankSetsByKme, rankSetsByValues } from '@omicon/contract/areas/genes/gene-lists.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { serveInThread } from '../../base/http/serve.ts';
import { repairIdentifiers, symbolsByIdentifier } from '../../records/gene/repair-list.ts';
import { rankSetsIn } from '../../records/gene-set/ranked-sets.ts';
import { hasKme, kmeMissing, readKme } from '../../records/network/kme.ts';
import * as statements from './sql.ts';

/** Of a body: 60,000 names of 100 bytes with values of 25 digits. */
export const MAX_LIST_BYTES = 8 * 1024 ** 2;

export const rankedSetRoutes = [
  serveInThread(
    rankSetsByValues,
    async ({ body, principal, services, signal }) => {
      const { genes, values, ...options } = body;
      const repair = await repairIdentifiers(services, principal, genes);
      const symbolsOf = symbolsByIdentifier(repair);
      const pairs = genes.flatMap((gene, at) =>
        symbolsOf(gene.trim()).map((symbol) => ({ symbol, value: values[at] ?? Number.NaN })),
      );
      const ranking = {
        kind: 'symbols' as const,
        symbols: pairs.map(({ symbol }) => symbol),
        values: Float64Array.from(pairs, ({ value }) => value),
      };
      return rankSetsIn(services, { ranking, ranked_by: 'the pasted values', repair }, options, signal);
    },
    { maxBodyBytes: MAX_LIST_BYTES },
  ),

  serveInThread(rankSetsByKme, async ({ db, body, principal, params, services, signal }) => {
    const module = await statements.findModuleKme(db, principal, params.id);
    if (module === undefined) throw notFound('module');
    if (!hasKme(module)) throw await kmeMissing(db, module);
    const { kme } = await readKme(services.store, module, module.page - 1);
    if (kme.length === 0)
      throw new PortalError('unavailable', 'The features of this network are not stored yet.');
    const ranking = { kind: 'network' as const, network_version_id: module.network_version_id, values: kme };
    const ranked_by = `kME with ${module.name}, ${module.data_set_title}`;
    return rankSetsIn(services, { ranking, ranked_by, repair: null }, body, signal);
  }),
];
