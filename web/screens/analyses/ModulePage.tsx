import { Group } from '@mantine/core';
import {
  ANALYSES,
  analysisAddress,
  analysisFilesAddress,
  dataSetAddress,
  dataSetOfAnalysisAddress,
  moduleAddress,
  networkAddress,
} from '@omicon/contract/addresses.ts';
import { getModule, type ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { rgbOfModule } from '@omicon/domain/records/names/module-rgb.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { memo, useCallback } from 'react';
import { z } from 'zod';
import { CiteRecord } from '../../actions/cite/CiteButton.tsx';
import { CollectButton } from '../../actions/collect/CollectButton.tsx';
import { toModule } from '../../actions/collect/collected-items.ts';
import { StarButton } from '../../actions/star/StarButton.tsx';
import { MemberGrid } from '../../areas/analyses/MemberGrid.tsx';
import { PictureTab } from '../../areas/analyses/picture/PictureTab.tsx';
import { ModuleSignal } from '../../areas/analyses/theme/ModuleSignal.tsx';
import { ModuleTheme } from '../../areas/analyses/theme/ModuleTheme.tsx';
import { useAtAGlance } from '../../areas/analyses/use-at-a-glance.ts';
import { CellTypesTab } from '../../areas/cell-types/CellTypesTab.ts';
import type { Thread } from '../../areas/comments/thread.ts';
import { pageOfAddress } from '../../areas/files/preview/page-number.ts';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { usePdfComments } from '../../record-page/pdf-comments.ts';
import { RecordComments, useCommentsTab } from '../../record-page/RecordComments.tsx';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { WithComments } from '../../record-page/WithComments.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { RecordHeader } from '../../ui/layout/RecordHeader.tsx';
import { RelatedRecords } from '../../ui/layout/RelatedRecords.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { countOf, formatDecimal } from '../../ui/text/format.ts';
import { NotFound } from '../public/NotFound.tsx';
import classes from './module-page.module.css';

const EigengenePicture = lazyPart(
  'the eigengene',
  async () => (await import('../../areas/analyses/EigengenePicture.tsx')).EigengenePicture,
);

const EnrichmentGrid = lazyPart(
  'the gene sets',
  async () => (await import('../../areas/analyses/EnrichmentGrid.tsx')).EnrichmentGrid,
);

const TraitsOfModule = lazyPart(
  'the traits',
  async () => (await import('../../areas/analyses/traits/TraitsOfModule.tsx')).TraitsOfModule,
);

const ModuleGraph = lazyPart(
  'the graph',
  async () => (await import('../../areas/analyses/graph/ModuleGraph.tsx')).ModuleGraph,
);

const ElsewhereTab = lazyPart(
  'the matches',
  async () => (await import('../../areas/matching/ElsewhereTab.tsx')).ElsewhereTab,
);

const ModuleCorrelates = lazyPart(
  'the correlates',
  async () => (await import('../../areas/correlates/ModuleCorrelates.tsx')).ModuleCorrelates,
);

const PdfPreview = lazyPart(
  'the viewer',
  async () => (await import('../../areas/files/preview/pdf/PdfPreview.tsx')).PdfPreview,
);

const TABS = [
  'picture',
  'members',
  'graph',
  'enrichment',
  'traits',
  'correlates',
  'elsewhere',
  'cell-types',
  'eigengene',
  'statistics',
  'page',
  'comments',
] as const;
const shape = z.object({
  tab: z.enum(TABS).catch('picture'),
  versions: recordNumber.optional().catch(undefined),
});

function relatedTo(module: ModuleRecord, version: number | undefined) {
  const { analysis, network, module_pdf } = module;
  const link = ({ omicon_id, title }: { omicon_id: string; title: string }) => ({
    title,
    href: moduleAddress(omicon_id, '', version ?? null),
  });
  const beside = [
    ...(module.previous ? [{ ...link(module.previous), title: `Previous: ${module.previous.title}` }] : []),
    ...(module.next ? [{ ...link(module.next), title: `Next: ${module.next.title}` }] : []),
  ];
  const pdf =
    module_pdf === null
      ? []
      : [
          {
            title: 'Module PDF',
            href: analysisFilesAddress(analysis.id, network.title, {
              pdfName: module_pdf.name,
              page: module.page,
              version,
            }),
          },
        ];
  return [
    {
      title: 'Covariation network',
      links: [
        { title: network.title, href: networkAddress(analysis.id, network.id, version ?? null) },
        ...pdf,
      ],
    },
    { title: 'Analysis', links: [{ title: analysis.title, href: analysisAddress(analysis.id) }] },
    {
      title: 'Input data set',
      links:
        module.input_data_set_id === null
          ? []
          : [
              {
                title: module.input_data_set,
                href: dataSetOfAnalysisAddress(analysis.id, module.input_data_set_id),
              },
              ...(module.has_follow_up
                ? [
                    {
                      title: 'Survival by its eigengene',
                      href: `${dataSetAddress(module.input_data_set_id, 'survival')}&by=module:${module.id}`,
                    },
                  ]
                : []),
            ],
    },
    { title: 'Previous and next', links: beside },
    {
      title: 'Neighbours, by correlation of eigengenes',
      links: module.neighbours.map((other) => ({
        title: `${moduleLabel(other)} (${formatDecimal(other.correlation)})`,
        href: moduleAddress(other.omicon_id, '', version ?? null),
      })),
    },
  ];
}

function Statistics({ module }: { module: ModuleRecord }) {
  const rows = module.statistics.map(({ name, value }) => ({
    name,
    value: value === null ? null : String(value),
  }));
  return <AttributeTable attributes={rows} label="Statistics of the module" />;
}

function threadOfModule({ id, analysis, omicon_id }: ModuleRecord): Thread {
  return {
    entity_type: 'project',
    entity_id: id,
    gene: null,
    path: '',
    record_id: analysis.id,
    page_url: moduleAddress(omicon_id, 'comments'),
  };
}

const pageShape = z.object({ page: pageOfAddress });

/** The module PDF with its comments, at the module's page unless the address has another. */
function ModulePdf({ module, file }: { module: ModuleRecord; file: FileItem & { key: string } }) {
  const { query, setQuery } = useAddressQuery(pageShape);
  const page = query.page ?? module.page;
  const paging = {
    page,
    onPage: (to: number) => setQuery({ page: to === module.page ? null : String(to), comment: null }, true),
    onCommentPage: (to: number) => setQuery({ page: String(to) }, true),
  };
  const { thread, commented } = usePdfComments({ file, network: module.network.id, paging });
  return (
    <WithComments thread={thread} count={commented.get(page) ?? 0}>
      {({ button, panel }) => (
        <>
          <Group mb="sm">{button}</Group>
          <div className={classes.beside}>
            <div>
              <PdfPreview
                key={file.key}
                fileKey={file.key}
                page={page}
                commented={commented}
                onPage={paging.onPage}
              />
            </div>
            {panel}
          </div>
        </>
      )}
    </WithComments>
  );
}

function PartOfModule({ module, tab }: { module: ModuleRecord; tab: (typeof TABS)[number] }) {
  switch (tab) {
    case 'picture':
      return <PictureTab module={module} />;
    case 'graph':
      return <ModuleGraph module={module} />;
    case 'members':
      return <MemberGrid module={module} />;
    case 'enrichment':
      return <EnrichmentGrid module={module} />;
    case 'traits':
      return <TraitsOfModule module={module} />;
    case 'correlates':
      return <ModuleCorrelates module={module} />;
    case 'elsewhere':
      return <ElsewhereTab module={module} />;
    case 'cell-types':
      return <CellTypesTab of={{ kind: 'module', id: module.id }} />;
    case 'eigengene':
      return <EigengenePicture module={module} />;
    case 'statistics':
      return <Statistics module={module} />;
    case 'page':
      return module.module_pdf?.key ? (
        <ModulePdf module={module} file={{ ...module.module_pdf, key: module.module_pdf.key }} />
      ) : null;
    case 'comments':
      return <RecordComments thread={threadOfModule(module)} />;
  }
}

function ModuleTabs({ module, tab }: { module: ModuleRecord; tab: string }) {
  const enriched = module.enrichment.reduce((sum, row) => sum + row.enriched, 0);
  const comments = useCommentsTab(module.id);
  const page = module.module_pdf === null ? [] : [{ name: 'page', title: 'PDF page', part: PdfPreview }];
  return (
    <TabLinks
      label="Parts of this module"
      chosen={tab}
      tabs={[
        { name: 'picture', title: 'Heat map' },
        { name: 'members', title: 'Members' },
        { name: 'graph', title: 'Graph', part: ModuleGraph },
        { name: 'enrichment', title: 'Enrichment', count: enriched, part: EnrichmentGrid },
        { name: 'traits', title: 'Traits', part: TraitsOfModule },
        { name: 'correlates', title: 'Correlates', part: ModuleCorrelates },
        { name: 'elsewhere', title: 'Elsewhere', part: ElsewhereTab },
        { name: 'cell-types', title: 'Cell types', part: CellTypesTab },
        { name: 'eigengene', title: 'Eigengene', part: EigengenePicture },
        { name: 'statistics', title: 'Statistics', count: module.statistics.length },
        ...page,
        ...comments,
      ]}
    />
  );
}

/** `/home/modules/{omicon_id}` */
export function ModulePage() {
  const { omiconId } = usePathParts('/home/modules/$omiconId');
  const { query, setQuery } = useAddressQuery(shape);
  const onVersion = useCallback((version: number) => setQuery({ versions: String(version) }), [setQuery]);
  const id = parseOmiconId(omiconId);
  if (id?.type !== 'CM') return <NotFound />;
  return (
    <ModuleRecordPage
      id={id.number}
      version={query.versions ?? id.version ?? undefined}
      tab={query.tab}
      onVersion={onVersion}
    />
  );
}

interface ModuleRecordPageProps {
  id: number;
  version: number | undefined;
  tab: (typeof TABS)[number];
  onVersion(version: number): void;
}

function ModuleRecordPage({ id, version, tab, onVersion }: ModuleRecordPageProps) {
  const reply = useEndpoint(getModule, { params: { id }, query: { version } });
  if (!reply.isSuccess)
    return <RecordNotLoaded kind="Module" list={{ title: 'Analyses', href: ANALYSES }} reply={reply} />;
  return <LoadedModule module={reply.data} version={version} tab={tab} onVersion={onVersion} />;
}

/** Not rendered again by what changes in the address of its part. */
const LoadedModule = memo(function LoadedModule({
  module,
  version,
  tab,
  onVersion,
}: Omit<ModuleRecordPageProps, 'id'> & { module: ModuleRecord }) {
  const { analysis, network } = module;
  const comments = useCommentsTab(module.id);
  const atAGlance = [
    ...useAtAGlance(module, version),
    ...comments.flatMap(({ count }) =>
      count === undefined || count === 0
        ? []
        : [
            {
              title: countOf(count, 'comment'),
              href: moduleAddress(module.omicon_id, 'comments', version ?? null),
            },
          ],
    ),
  ];
  return (
    <>
      <Trail
        steps={[
          { title: 'Analyses', href: ANALYSES },
          { title: analysis.title, href: analysisAddress(analysis.id, 'networks') },
          { title: network.title, href: networkAddress(analysis.id, network.id, version ?? null) },
        ]}
        here={module.title}
      />
      <RecordHeader
        kind={`Module ${module.page} of ${module.number_of_modules}`}
        record={module}
        versions={[]}
        onVersion={onVersion}
        swatch={rgbOfModule(module.name)}
        subtitle={
          <Group gap="sm" style={{ rowGap: 0 }}>
            <ModuleTheme module={module} />
            <ModuleSignal module={module} />
          </Group>
        }
        cite={<CiteRecord record={{ entity_type: 'covariation-module', id: module.id, version }} />}
        actions={
          <Group gap="xs" justify="flex-end">
            <CollectButton items={() => [toModule(module)]} />
            <StarButton record={{ entity_type: 'covariation-module', id: module.id }} />
          </Group>
        }
      />
      <ModuleTabs module={module} tab={tab} />
      <TabPanel>
        <RelatedRecords related={[{ title: 'At a glance', links: atAGlance }, ...relatedTo(module, version)]}>
          <PartOfModule module={module} tab={tab} />
        </RelatedRecords>
      </TabPanel>
    </>
  );
});
