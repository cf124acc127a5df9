/**
 * `npm run bench -- folds`: lists of modules with a row for each meta-module beside those with a row for each module, over
 * HTTP in turn on a generated corpus, whose modules are members of 400 meta-modules or of none. Folded lists may not take
 * longer.
 */
import { type Db, sql } from '@omicon/server/base/postgres/database.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { randomFrom } from '../corpus/corpus-generator.ts';
import { furnishCorpus } from '../corpus/furnish-corpus.ts';
import { drawGenes, fillCorpus, fillOnce } from '../corpus/search-corpus.ts';
import { describeTimes, median, noteMissed } from '../report/figures.ts';

const SEED = 20_261_130;
const TRIES = 40;
const META_MODULES = 400;
/** A folded list may be this much slower, which two medians of the same list are as well. */
const NOISE = 1.1;

/** Half of the modules are of a meta-module, by a hash of their number; every other one recurs in its data set alone. */
async function addAtlas(db: Db): Promise<void> {
  // That of the product, which found nothing that recurs.
  await sql`delete from atlas`.execute(db);
  await sql`
    insert into atlas (audience, fingerprint, networks, counts)
    select audience, '\\x00', '', '{"cohorts": 1, "networks": 0, "waiting_networks": 0, "modules": 0, "recurring_modules": 0}'
      from unnest(array['public', 'laboratory']) audience`.execute(db);
  await sql`
    with numbered as (
      insert into omicon_record (type) select 'MM' from generate_series(1, ${META_MODULES}::int) returning number)
    insert into meta_module (audience, number, title, made_title, genes, theme_number, found, findable, modules,
                             data_set_numbers, analysis_numbers)
    select audience, number, 'signal ' || number, 'signal ' || number, '{}', number, 2, 2, 2, '{}', '{}'
      from numbered, unnest(array['public', 'laboratory']) audience`.execute(db);
  await sql`
    insert into recurring_module_member (audience, module_id, data_set_number, recurring_module, is_representative,
                                         meta_module_number)
    select audience, m.id, a.input_data_set_number, (m.id - 1) / 4 + 1, m.id % 4 = 0,
           case when m.id % 2 = 0 then (select min(number) from meta_module) + m.id / 2 % ${META_MODULES}::int end
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id, unnest(array['public', 'laboratory']) audience`.execute(db);
  await sql`analyze`.execute(db);
}

interface FoldedCall {
  name: string;
  address: string;
  body(genes: string[]): object;
}

const CALLS: readonly FoldedCall[] = [
  {
    name: 'Explore',
    address: '/api/explore/modules/',
    body: (identifiers) => ({ identifiers, page_size: 100 }),
  },
  {
    name: 'advanced search',
    address: '/api/advanced-search/',
    body: (value) => ({
      result_type: 'covariation-modules',
      page_size: 100,
      filters: {
        modules: {
          rules: [{ field: 'features', operator: 'any', value, definition: 'Any', identifier: 'SYMBOL' }],
        },
      },
    }),
  },
];

/** Asks for each list of genes both ways, in turn. */
async function compare(product: Product, { name, address, body }: FoldedCall, size: number): Promise<void> {
  const random = randomFrom(SEED + size);
  const times: Record<'module' | 'meta-module', number[]> = { module: [], 'meta-module': [] };
  for (let at = 0; at <= TRIES; at += 1) {
    const genes = drawGenes(random, size);
    for (const fold of at % 2 === 0
      ? (['module', 'meta-module'] as const)
      : (['meta-module', 'module'] as const)) {
      const { ms } = await product.post(address, { ...body(genes), fold });
      if (at > 0) times[fold].push(ms);
    }
  }
  const isSlower = median(times['meta-module']) > NOISE * median(times.module);
  console.log(
    `  ${`${name}, ${size} genes`.padEnd(32)} unfolded ${describeTimes(times.module)}, folded ${describeTimes(times['meta-module'])}${noteMissed(isSlower)}`,
  );
}

/** @param networks of the generated corpus */
export async function benchFolds(networks: number): Promise<void> {
  await withProduct(async (product) => {
    const { opened } = product;
    await fillOnce(product.dataDir, async () => {
      await fillCorpus(opened.db, SEED, networks);
    });
    await furnishCorpus(opened);
    await addAtlas(opened.db);
    console.log(`\nfolded lists of modules, ${networks} networks`);
    for (const call of CALLS) for (const size of [10, 100, 500]) await compare(product, call, size);
  });
}
