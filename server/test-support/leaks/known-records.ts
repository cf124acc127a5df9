/** Public records and saved things that the reading calls name. */

import { createSavedQuery, shareSavedQuery } from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { createBasket } from '@omicon/contract/areas/baskets.ts';
import { createComment } from '@omicon/contract/areas/comments.ts';
import { createConsensus } from '@omicon/contract/areas/consensus.ts';
import { createSampleGroup } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { BodyInput, EndpointSpec, ParamsOf, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import type { KnownRecords } from './reading-calls.ts';

/** The records of the one public laboratory of a portal. */
async function findPublic(db: Db) {
  const { rows } = await sql<Omit<KnownRecords, 'comment' | 'saved' | 'sample' | 'symbol'>>`
    select a.data_collection_number as collection, a.input_data_set_number as "dataSet", a.number as analysis,
           n.number as network, n.number as "otherNetwork", min(m.number) as module, max(m.number) as "otherModule",
           (select min(number) from meta_module where audience = 'public') as "metaModule",
           (select min(number) from gene_set where genes is not null) as "geneSet",
           (select min(id) from mapping_table) as "mappingTable",
           (select min(number) from cell_type_reference where visibility = 'public') as "cellTypes",
           (select min(id || '/' || name) from file where name like '%.csv' and visibility = 'public') as "fileKey",
           (select min(id || '/' || name) from file where name like '%.xlsx' and visibility = 'public') as "workbookKey",
           (select min(id || '/' || name) from file where name like '%.docx' and visibility = 'public') as "documentKey"
      from analysis a join covariation_network n on n.analysis_id = a.id
      join covariation_module m on m.covariation_network_id = n.id
     where a.visibility = 'public' group by a.id, n.id order by a.id limit 1`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('There is no public laboratory.');
  return found;
}

/** Makes a call as the person who saves; a refusal is thrown. */
export type Call = <E extends EndpointSpec>(endpoint: E, input: SavingInput<E>) => Promise<ReplyOf<E>>;

export type SavingInput<E extends EndpointSpec> = { params?: ParamsOf<E>; body?: BodyInput<E> };

/** Saves one thing of each kind. */
export async function findKnownRecords(db: Db, call: Call): Promise<KnownRecords> {
  const known = await findPublic(db);
  const { collection, dataSet, module } = known;
  const item = { kind: 'module' as const, record_number: module };
  const basket = await call(createBasket, { body: { name: 'Microglia', items: [item] } });
  const consensus = await call(createConsensus, {
    body: { name: 'Microglia', modules: [module] },
  });
  const group = await call(createSampleGroup, {
    params: { id: dataSet },
    body: { name: 'First', samples: ['GSM96950'] },
  });
  const said = await call(createComment, {
    body: {
      message: '<p>The batches differ.</p>',
      comment_page_url: '/home',
      entity_type: 'dc',
      entity_id: collection,
    },
  });
  const query = await call(createSavedQuery, {
    body: { description: 'Gliomas', query: { result_type: 'data-sets', filters: {} } },
  });
  const shared = await call(shareSavedQuery, { params: { id: query.uId } });
  const tokenOf = ({ share_token }: { share_token: string }) => ({ token: share_token });
  return {
    ...known,
    sample: 'GSM96950',
    symbol: 'AIF1',
    comment: said.id,
    saved: {
      getSharedBasket: tokenOf(basket),
      listSharedBasketItems: tokenOf(basket),
      listBasketItems: { id: basket.id },
      getSharedConsensus: tokenOf(consensus),
      getSharedGroup: tokenOf(group),
      getSharedQuery: { token: shared.shareLink?.split('share=')[1] ?? '' },
    },
  };
}
