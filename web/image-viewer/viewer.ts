/** Standalone viewer of one covariation network: grid, module page, and search for a feature in all modules. */
import {
  getFeatures,
  getKme,
  getModule,
  getNetwork,
  type ModuleData,
  type ModuleSummary,
  type Network,
} from './viewer-data.ts';
import { bars, type Column, element, formatNumber, table } from './viewer-parts.ts';

const MAX_FOUND = 200;

function moduleLink({ name, page }: { name: string; page: number }): HTMLElement {
  const mark = element('span', { class: 'mark', 'aria-hidden': 'true' });
  // R colour names are CSS names, except numbered shades: lightskyblue1 is shown as lightskyblue.
  mark.style.backgroundColor = name.replace(/\d+$/, '');
  return element('a', { href: `#module=${page}` }, [mark, name]);
}

const MODULE_COLUMNS: Column<ModuleSummary>[] = [
  { title: 'Page', value: (row) => row.page },
  { title: 'Module', value: (row) => row.name, show: moduleLink },
  { title: 'Seed', value: (row) => row.seed },
  { title: 'PosBC', value: (row) => row.pos_bc },
  { title: 'PosFDR', value: (row) => row.pos_fdr },
  { title: 'PC1VE', value: (row) => row.pc1_ve },
  { title: 'Homogeneity', value: (row) => row.homogeneity },
  { title: 'Separation', value: (row) => row.separation },
  { title: 'Specificity', value: (row) => row.specificity },
  { title: 'MeanExpr', value: (row) => row.mean_expression },
  { title: 'Gene set of smallest P', value: (row) => row.top_set?.set_name ?? null },
  { title: 'P', value: (row) => row.top_set?.p_value ?? null },
  { title: 'Omicon ID', value: (row) => row.omicon_id },
];

function pairs(
  caption: string,
  rows: readonly { name: string; value: string | number | null }[],
): HTMLElement {
  return table(
    caption,
    [
      { title: 'Name', value: (row) => row.name },
      { title: 'Value', value: (row) => row.value },
    ],
    rows,
  );
}

function networkView(network: Network): Node[] {
  return [
    element('h2', {}, ['Modules']),
    table(`${network.modules.length} modules`, MODULE_COLUMNS, network.modules),
    element('h3', {}, ['Parameters']),
    pairs('Parameters of FindModules', network.parameters),
    element('h3', {}, ['Statistics of the network']),
    pairs('Statistics of the network', network.statistics),
  ];
}

interface Member {
  feature: string;
  kme: number | null;
  p: number | null;
}

function membersOf({ features, kme, p }: ModuleData['members'][number], names: readonly string[]): Member[] {
  return features
    .map((feature, index) => ({
      feature: names[feature] ?? '',
      kme: kme[index] ?? null,
      p: p[index] ?? null,
    }))
    .sort((a, b) => (b.kme ?? -2) - (a.kme ?? -2));
}

/** Members of one definition at a time. */
async function memberView(network: Network, module: ModuleData): Promise<Node[]> {
  const { features } = await getFeatures();
  const container = element('div');
  const choice = element(
    'select',
    { id: 'definition' },
    module.members.map(({ definition, features: { length } }) =>
      element('option', { value: definition }, [`${definition} (${length})`]),
    ),
  );
  function show(): void {
    const chosen = module.members.find(({ definition }) => definition === choice.value);
    const rows = chosen ? membersOf(chosen, features) : [];
    container.replaceChildren(
      table<Member>(
        `Members of ${module.name}`,
        [
          {
            title: network.identifier,
            value: (row) => row.feature,
            show: (row) =>
              element('a', { href: `#feature=${encodeURIComponent(row.feature)}` }, [row.feature]),
          },
          { title: 'kME', value: (row) => row.kme },
          { title: 'P', value: (row) => row.p },
        ],
        rows,
      ),
    );
  }
  choice.addEventListener('change', show);
  show();
  const label = element('label', { for: 'definition' }, ['Module definition']);
  return [element('div', { class: 'choice' }, [label, choice]), container];
}

function enrichmentView(module: ModuleData): HTMLElement {
  if (module.enrichment.length === 0)
    return element('p', { class: 'dim' }, ['No gene set is enriched at P < .05, or none was tested.']);
  return table(
    `Gene sets enriched in ${module.name} at P < .05`,
    [
      { title: 'P', value: (row) => row.p_value },
      { title: 'Set name', value: (row) => row.set_name },
      { title: 'Set ID', value: (row) => row.set_id },
      { title: 'Definition', value: (row) => row.definition },
      { title: 'Category', value: (row) => row.category },
      { title: 'Species', value: (row) => row.species },
      { title: 'Size', value: (row) => row.size },
      { title: 'Source', value: (row) => row.source },
    ],
    module.enrichment,
  );
}

async function moduleView(network: Network, page: number): Promise<Node[]> {
  const summary = network.modules.find((each) => each.page === page);
  if (!summary) return [element('p', {}, [`There is no module on page ${page}.`])];
  const module = await getModule(page);
  const values = network.samples.map((sample, index) => ({ sample, value: module.eigengene[index] ?? null }));
  return [
    element('p', {}, [element('a', { href: '#' }, ['All modules'])]),
    element('h2', {}, [module.name]),
    element('p', { class: 'dim' }, [`${summary.omicon_id}, page ${page} of ${network.modules.length}`]),
    element('h3', {}, ['Module eigengene']),
    bars(
      `Module eigengene of ${module.name} over ${network.samples.length} samples`,
      network.samples,
      module.eigengene,
    ),
    element('details', {}, [
      element('summary', {}, ['Values']),
      table(
        'Module eigengene',
        [
          { title: 'Sample', value: (row) => row.sample },
          { title: 'Value', value: (row) => row.value },
        ],
        values,
      ),
    ]),
    element('h3', {}, ['Members']),
    ...(await memberView(network, module)),
    element('h3', {}, ['Enrichment']),
    enrichmentView(module),
    element('h3', {}, ['Statistics']),
    pairs(`Statistics of ${module.name}`, module.statistics),
  ];
}

async function featureView(network: Network, wanted: string): Promise<Node[]> {
  const { features, definitions } = await getFeatures();
  const indices = features.flatMap((name, index) =>
    name.toUpperCase() === wanted.toUpperCase() ? [index] : [],
  );
  const [index] = indices;
  if (index === undefined) return foundView(features, wanted);
  const views: Node[] = [element('h2', {}, [features[index] ?? wanted])];
  for (const each of indices) {
    const kme = await getKme(network, each);
    const rows = network.modules
      .map((module) => {
        const [value = Number.NaN, p = Number.NaN] = kme.subarray(2 * (module.page - 1), 2 * module.page);
        const isMember = Object.entries(definitions).filter(([, pages]) => pages[each] === module.page);
        return {
          module,
          definitions: isMember.map(([name]) => name).join(', ') || null,
          kme: Number.isNaN(value) ? null : value,
          p: Number.isNaN(p) ? null : p,
        };
      })
      .sort((a, b) => (b.kme ?? -2) - (a.kme ?? -2));
    views.push(
      table(
        `${features[each]} in ${network.modules.length} modules`,
        [
          { title: 'Module', value: (row) => row.module.name, show: (row) => moduleLink(row.module) },
          { title: 'kME', value: (row) => row.kme },
          { title: 'P', value: (row) => row.p },
          { title: 'Member by', value: (row) => row.definitions, show: (row) => row.definitions ?? '' },
        ],
        rows,
      ),
    );
  }
  return views;
}

function foundView(features: readonly string[], wanted: string): Node[] {
  const found = features.filter((name) => name.toUpperCase().includes(wanted.toUpperCase()));
  const head = element('h2', {}, [`Features like ${wanted}`]);
  if (found.length === 0) return [head, element('p', {}, ['No feature of this network has such a name.'])];
  const links = found
    .slice(0, MAX_FOUND)
    .map((name) =>
      element('li', {}, [element('a', { href: `#feature=${encodeURIComponent(name)}` }, [name])]),
    );
  const rest = found.length > MAX_FOUND ? `, the first ${MAX_FOUND} are listed` : '';
  return [
    head,
    element('p', {}, [`${formatNumber(found.length)} features${rest}`]),
    element('ul', {}, links),
  ];
}

const main = element('main');

async function viewOf(network: Network): Promise<Node[]> {
  const params = new URLSearchParams(window.location.hash.slice(1));
  const feature = params.get('feature')?.trim() ?? '';
  if (feature !== '') return featureView(network, feature);
  return params.has('module') ? moduleView(network, Number(params.get('module'))) : networkView(network);
}

async function show(): Promise<void> {
  const hash = window.location.hash;
  const view = await getNetwork()
    .then(viewOf)
    .catch((error: unknown) => {
      const sentence = error instanceof Error ? error.message : 'The data could not be read.';
      return [element('p', { role: 'alert' }, [sentence])];
    });
  // Ignore the result if another page has been opened since.
  if (hash !== window.location.hash) return;
  main.replaceChildren(...view);
  window.scrollTo(0, 0);
}

async function start(): Promise<void> {
  main.id = 'main';
  main.tabIndex = -1;
  document.getElementById('main')?.replaceWith(main);
  const form = document.getElementById('search');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const input = document.getElementById('feature');
    const wanted = input instanceof HTMLInputElement ? input.value.trim() : '';
    if (wanted !== '') window.location.hash = `feature=${encodeURIComponent(wanted)}`;
  });
  window.addEventListener('hashchange', () => void show().then(() => main.focus()));
  await show();
  const network = await getNetwork();
  document.title = `${network.omicon_id} ${network.name}`;
  document
    .getElementById('network')
    ?.replaceChildren(
      element('h1', {}, [element('a', { href: '#' }, [network.name])]),
      element('p', { class: 'dim' }, [
        `${network.omicon_id} version ${network.version}, ${network.analysis.title}, made from ${network.input_data_set}`,
      ]),
    );
}

void start().catch(() => undefined);
