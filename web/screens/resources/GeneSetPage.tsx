import { Group } from '@mantine/core';
import { RESOURCES } from '@omicon/contract/addresses.ts';
import { type GeneSetRecord, getGeneSet } from '@omicon/contract/areas/genes/gene-sets.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { CiteRecord } from '../../actions/cite/CiteButton.tsx';
import { CollectButton } from '../../actions/collect/CollectButton.tsx';
import { toGeneSet } from '../../actions/collect/collected-items.ts';
import { CompareLink } from '../../actions/explore/CompareLink.tsx';
import { ExploreGeneSet } from '../../actions/explore/ExploreGenes.tsx';
import { StarButton } from '../../actions/star/StarButton.tsx';
import { CellTypesTab } from '../../areas/cell-types/CellTypesTab.ts';
import { EnrichedModuleGrid } from '../../areas/gene-sets/EnrichedModuleGrid.tsx';
import { GeneGrid } from '../../areas/gene-sets/GeneGrid.tsx';
import { GeneSetGrid } from '../../areas/gene-sets/GeneSetGrid.tsx';
import { useGeneSetActions } from '../../areas/gene-sets/use-gene-set-actions.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { ActionButtons } from '../../ui/grid/ActionButtons.tsx';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { RecordHeader } from '../../ui/layout/RecordHeader.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { NotFound } from '../public/NotFound.tsx';

const TABS = ['genes', 'modules', 'cell-types', 'attributes'] as const;
const shape = z.object({
  geneSetOmiconID: z.string().optional(),
  tab: z.enum(TABS).catch('genes'),
  versions: recordNumber.optional().catch(undefined),
});

const LIST = { title: 'Gene sets', href: '/home/resources/gene-set' };

function attributesOf(set: GeneSetRecord) {
  return [
    { name: 'Set ID', value: set.set_id },
    { name: 'Set Source', value: set.set_source },
    { name: 'Set Category', value: set.category },
    { name: 'Set Size', value: set.size === null ? null : String(set.size) },
    { name: 'Set Species', value: set.species },
    { name: 'PubMed ID', value: set.pubmed_id },
    { name: 'Description', value: set.description },
  ];
}

/** `/home/resources/gene-set`: one set by its Omicon ID, otherwise all of them. */
export function GeneSetPage() {
  const { query, setQuery } = useAddressQuery(shape);
  if (query.geneSetOmiconID === undefined) {
    return (
      <>
        <Trail steps={[{ title: 'Resources', href: RESOURCES }]} here="Gene sets" />
        <PageTitle title="Gene sets" />
        <GeneSetGrid />
      </>
    );
  }
  const id = parseOmiconId(query.geneSetOmiconID);
  if (id?.type !== 'GS') return <NotFound />;
  return (
    <OneGeneSet
      id={id.number}
      version={query.versions ?? id.version ?? undefined}
      tab={query.tab}
      onVersion={(version) => setQuery({ versions: String(version), page: null })}
    />
  );
}

function Actions({ set }: { set: GeneSetRecord }) {
  const router = useRouter();
  const { actionsOf } = useGeneSetActions({ onDeleted: () => router.history.push(RESOURCES) });
  // Earlier versions are read-only.
  const isCurrent = set.versions.some((each) => each.is_current && each.version === set.version);
  const shown = actionsOf(set).filter(
    ({ label }) => label !== 'Preview' && (isCurrent || label === 'Download'),
  );
  return (
    <Group gap="xs" justify="flex-end">
      {set.number_of_genes !== null && set.number_of_genes > 0 && (
        <>
          <ExploreGeneSet id={set.id} version={set.version} />
          <CompareLink list={{ kind: 'set', id: set.id }} />
        </>
      )}
      <ActionButtons actions={shown} />
      <CollectButton items={() => [toGeneSet(set)]} />
      <StarButton record={{ entity_type: 'gene-set', id: set.id }} />
    </Group>
  );
}

interface OneGeneSetProps {
  id: number;
  version: number | undefined;
  tab: (typeof TABS)[number];
  onVersion(version: number): void;
}

function OneGeneSet({ id, version, tab, onVersion }: OneGeneSetProps) {
  const reply = useEndpoint(getGeneSet, { params: { id }, query: { version } });
  if (!reply.isSuccess) return <RecordNotLoaded kind="Gene set" list={LIST} reply={reply} />;
  const set = reply.data;
  const record = {
    title: set.name,
    omicon_id: set.omicon_id,
    visibility: 'public' as const,
    version: set.version,
    owner: set.uploaded_by,
    upload_date: set.updated_at,
  };
  return (
    <>
      <Trail steps={[{ title: 'Resources', href: RESOURCES }, LIST]} here={set.name} />
      <RecordHeader
        kind="Gene set"
        record={record}
        versions={set.versions}
        onVersion={onVersion}
        cite={<CiteRecord record={{ entity_type: 'gene-set', id: set.id, version: set.version }} />}
        actions={<Actions set={set} />}
      />
      <TabLinks
        label="Parts of this gene set"
        chosen={tab}
        tabs={[
          {
            name: 'genes',
            title: 'Genes',
            ...(set.number_of_genes === null ? {} : { count: set.number_of_genes }),
          },
          { name: 'modules', title: 'Enriched modules' },
          { name: 'cell-types', title: 'Cell types', part: CellTypesTab },
          { name: 'attributes', title: 'Attributes' },
        ]}
      />
      <TabPanel>
        {tab === 'genes' && <GeneGrid id={set.id} version={set.version} />}
        {tab === 'modules' && <EnrichedModuleGrid id={set.id} />}
        {tab === 'cell-types' && <CellTypesTab of={{ kind: 'gene-set', id: set.id }} />}
        {tab === 'attributes' && (
          <AttributeTable attributes={attributesOf(set)} label="Attributes of the gene set" />
        )}
      </TabPanel>
    </>
  );
}
