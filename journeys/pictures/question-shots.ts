/** Pictures of pages that answer a question: genes, samples, groups, and the same module elsewhere. */
import type { Page } from 'playwright-core';
import { analysisPage, member, type ShotGroup } from './shots.ts';

/** Makes a call as the person of the page. */
async function call<T>(page: Page, path: string, body?: object): Promise<T> {
  return page.evaluate<T>(`(async () => {
    const body = ${body === undefined ? 'undefined' : JSON.stringify(JSON.stringify(body))};
    const headers = { 'X-Omicon-Client': 'web', ...(body ? { 'Content-Type': 'application/json' } : {}) };
    const answer = await fetch(${JSON.stringify(path)}, { method: body ? 'POST' : 'GET', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  })()`);
}

const idOf = (page: Page): string => /OM\.CM\.(\d+)/.exec(page.url())?.[1] ?? '';

/** The module of the page and its best counterparts, by number. */
async function findCounterparts(page: Page): Promise<number[]> {
  const own = idOf(page);
  const { results } = await call<{ results: { id: number; is_best_of_data_set: boolean }[] }>(
    page,
    `/api/covariation-modules/${own}/counterparts/`,
  );
  return [Number(own), ...results.filter((each) => each.is_best_of_data_set).map(({ id }) => id)];
}

const plotted = (page: Page) => page.locator('main figure svg').first().waitFor();

export const QUESTIONS: ShotGroup = {
  title: 'Genes, groups and samples',
  shots: [
    member('gene', 'A gene: the modules that contain it', () => '/home/genes/AIF1'),
    member(
      'gene-expression',
      'A gene: its expression by a sample attribute',
      () => '/home/genes/AIF1?tab=expression',
      {
        prepare: plotted,
      },
    ),
    member(
      'compare-samples',
      'Two groups of samples: which genes differ',
      ({ ds }) => `/home/compare?ds=${ds}&a=Sex:F&b=Sex:M`,
      { prepare: plotted },
    ),
    member(
      'sample-network',
      'A sample: how well it fits the others of its data set',
      ({ dc }) => `/home/collections/data-collections/attributes?dcId=${dc}&contentType=collections`,
      {
        async prepare(page) {
          const collection = new URL(page.url()).searchParams.get('dcId');
          const { results } = await call<{ results: { label: string }[] }>(
            page,
            '/api/data-collections/samples/',
            {
              id: Number(collection),
            },
          );
          await page.goto(
            `/home/samples/${collection}/${encodeURIComponent(results[0]?.label ?? '')}?tab=network`,
          );
          await plotted(page);
        },
      },
    ),
  ],
};

export const ELSEWHERE: ShotGroup = {
  title: 'The same module elsewhere',
  shots: [
    member(
      'elsewhere',
      'A module: the same module in other networks',
      ({ moduleId }) => `/home/modules/OM.CM.${moduleId}?tab=elsewhere`,
      { prepare: plotted },
    ),
    member(
      'matches',
      'Every module of one network against those of another',
      (records) => analysisPage(records, `&tab=networks&networkId=${records.networkId}&show=matches`),
      {
        async prepare(page) {
          const address = new URL(page.url());
          const own = Number(address.searchParams.get('networkId'));
          const { results } = await call<{ results: { id: number }[] }>(page, '/api/covariation-networks/');
          address.searchParams.set('with', String(results.find(({ id }) => id !== own)?.id));
          await page.goto(address.href);
          await plotted(page);
        },
      },
    ),
    member(
      'consensus',
      'Genes that mark a cell class over several data sets',
      ({ moduleId }) => `/home/modules/OM.CM.${moduleId}`,
      {
        async prepare(page) {
          await page.goto(`/home/consensus?modules=${(await findCounterparts(page)).join(',')}`);
          await page.getByRole('grid').first().waitFor();
        },
      },
    ),
    member(
      'compare-lists',
      'Two modules and a gene set compared',
      ({ moduleId }) => `/home/modules/OM.CM.${moduleId}`,
      {
        async prepare(page) {
          const [one, other] = await findCounterparts(page);
          const { results } = await call<{ results: { id: number }[] }>(
            page,
            '/api/gene-sets/?search=microglia',
          );
          await page.goto(`/home/compare-lists?a=module:${one}&b=module:${other}&c=set:${results[0]?.id}`);
          await plotted(page);
        },
      },
    ),
    member(
      'ranked-enrichment',
      'Gene sets at the top of a ranking of all genes, here by kME',
      ({ moduleId }) => `/home/explore?mode=ranked&ranking=module:${moduleId}`,
      { prepare: plotted },
    ),
    member(
      'basket',
      'A basket: what was collected, and what it can be used for',
      ({ moduleId }) => `/home/modules/OM.CM.${moduleId}`,
      {
        async prepare(page) {
          const modules = (await findCounterparts(page)).slice(0, 4);
          const items = [
            ...modules.map((record_number) => ({ kind: 'module', record_number })),
            ...['AIF1', 'CD68', 'TREM2'].map((name) => ({ kind: 'gene', name })),
          ];
          const { results } = await call<{ results: { id: number; name: string }[] }>(page, '/api/baskets/');
          const basket =
            results.find(({ name }) => name === 'Microglia') ??
            (await call<{ id: number }>(page, '/api/baskets/', { name: 'Microglia', items }));
          await page.goto(`/home/baskets?basket=${basket.id}`);
          await page.getByRole('grid').first().waitFor();
        },
      },
    ),
  ],
};
