import { geneSetAddress, metaModuleAddress } from '@omicon/contract/addresses.ts';
import { getMetaModule, type MetaModuleDetail } from '@omicon/contract/areas/analyses/atlas.ts';
import { rankGeneSets } from '@omicon/contract/areas/genes/gene-lists.ts';
import { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { MetaModuleHead } from '../../areas/atlas/meta-module/MetaModuleHead.tsx';
import { CellTypesTab } from '../../areas/cell-types/CellTypesTab.ts';
import type { Thread } from '../../areas/comments/thread.ts';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { RecordComments, useCommentsTab } from '../../record-page/RecordComments.tsx';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { RelatedRecords } from '../../ui/layout/RelatedRecords.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { NotFound } from '../public/NotFound.tsx';
import { MetaModulePlaces } from './MetaModulePlaces.tsx';

const GenesTab = lazyPart(
  'the genes',
  async () => (await import('../../areas/atlas/meta-module/GenesTab.tsx')).GenesTab,
);

const SetsTab = lazyPart('the gene sets', async () => (await import('./MetaModuleSets.tsx')).MetaModuleSets);

const TraitsTab = lazyPart(
  'the traits',
  async () => (await import('../../areas/atlas/meta-module/TraitsTab.tsx')).TraitsTab,
);

const SurvivalTab = lazyPart(
  'the survival',
  async () => (await import('../../areas/atlas/meta-module/SurvivalTab.tsx')).SurvivalTab,
);

const ModulesTab = lazyPart(
  'the modules',
  async () => (await import('../../areas/atlas/meta-module/ModulesTab.tsx')).ModulesTab,
);

const TABS = ['places', 'genes', 'sets', 'cell-types', 'traits', 'survival', 'modules', 'comments'] as const;
type Tab = (typeof TABS)[number];
const shape = z.object({ tab: z.enum(TABS).catch('places') });

function relatedTo({ related, gene_set }: MetaModuleDetail) {
  return [
    {
      title: 'Of the same theme',
      links: related.map(({ omicon_id, name }) => ({ title: name, href: metaModuleAddress(omicon_id) })),
    },
    {
      title: 'Enriched gene set',
      links: gene_set === null ? [] : [{ title: gene_set.name, href: geneSetAddress(gene_set.omicon_id) }],
    },
  ];
}

function threadOfMetaModule({ id, omicon_id }: MetaModuleDetail): Thread {
  return {
    entity_type: 'meta-module',
    entity_id: id,
    gene: null,
    path: '',
    record_id: id,
    page_url: metaModuleAddress(omicon_id, 'comments'),
  };
}

function PartOfMetaModule({ meta, tab }: { meta: MetaModuleDetail; tab: Tab }) {
  switch (tab) {
    case 'places':
      return <MetaModulePlaces meta={meta} />;
    case 'genes':
      return <GenesTab meta={meta} />;
    case 'sets':
      return <SetsTab meta={meta} />;
    case 'cell-types':
      return <CellTypesTab of={{ kind: 'meta-module', id: meta.id }} />;
    case 'traits':
      return <TraitsTab meta={meta} />;
    case 'survival':
      return <SurvivalTab meta={meta} />;
    case 'modules':
      return <ModulesTab meta={meta} />;
    case 'comments':
      return <RecordComments thread={threadOfMetaModule(meta)} />;
  }
}

function MetaModuleTabs({ meta, tab }: { meta: MetaModuleDetail; tab: Tab }) {
  const { hasPermission } = useSession();
  const comments = useCommentsTab(meta.id);
  return (
    <TabLinks
      label="Parts of this meta-module"
      chosen={tab}
      tabs={[
        { name: 'places', title: 'Where it is', count: meta.data_sets },
        { name: 'genes', title: 'Genes', part: GenesTab },
        ...(hasPermission(rankGeneSets.permission)
          ? [{ name: 'sets', title: 'Gene sets', part: SetsTab }]
          : []),
        { name: 'cell-types', title: 'Cell types', part: CellTypesTab },
        { name: 'traits', title: 'Traits', part: TraitsTab },
        ...(hasPermission(getSurvival.permission)
          ? [{ name: 'survival', title: 'Survival', part: SurvivalTab }]
          : []),
        { name: 'modules', title: 'Modules', count: meta.modules, part: ModulesTab },
        ...comments,
      ]}
    />
  );
}

/** The page of a meta-module, on one of its tabs. */
export function MetaModuleRecord({ id, tab }: { id: number; tab: Tab }) {
  const reply = useEndpoint(getMetaModule, { params: { id } });
  if (!reply.isSuccess)
    return <RecordNotLoaded kind="Meta-module" list={NAMED_SCREENS.atlas} reply={reply} />;
  const meta = reply.data;
  return (
    <>
      <Trail steps={[NAMED_SCREENS.atlas]} here={meta.title} />
      <MetaModuleHead meta={meta} />
      <MetaModuleTabs meta={meta} tab={tab} />
      <TabPanel>
        <RelatedRecords related={relatedTo(meta)}>
          <PartOfMetaModule meta={meta} tab={tab} />
        </RelatedRecords>
      </TabPanel>
    </>
  );
}

/** `/home/meta-modules/{omicon_id}` */
export function MetaModulePage() {
  const { omiconId } = usePathParts('/home/meta-modules/$omiconId');
  const { query } = useAddressQuery(shape);
  const id = parseOmiconId(omiconId);
  if (id?.type !== 'MM' || id.version !== null) return <NotFound />;
  return <MetaModuleRecord id={id.number} tab={query.tab} />;
}
