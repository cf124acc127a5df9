import { Group, Stack, Text } from '@mantine/core';
import { RESOURCES } from '@omicon/contract/addresses.ts';
import {
  type CellTypeReference,
  downloadCellTypeReference,
  getCellTypeReference,
} from '@omicon/contract/areas/cell-types.ts';
import { callAddress } from '@omicon/contract/base/call-address.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { IconDownload } from '@tabler/icons-react';
import { z } from 'zod';
import { CiteRecord } from '../../actions/cite/CiteButton.tsx';
import { useDownload } from '../../actions/download/use-download.ts';
import { StarButton } from '../../actions/star/StarButton.tsx';
import { MarkerGrid } from '../../areas/cell-types/MarkerGrid.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { Choice } from '../../ui/form/Choice.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { RecordHeader } from '../../ui/layout/RecordHeader.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { NotFound } from '../public/NotFound.tsx';

const LIST = { title: 'Cell types', href: `${RESOURCES}?tab=cell-types` };
const TABS = ['types', 'markers', 'attributes'] as const;
const shape = z.object({
  tab: z.enum(TABS).catch('types'),
  level: z.string().max(100).optional().catch(undefined),
  type: z.string().max(200).optional().catch(undefined),
  versions: recordNumber.optional().catch(undefined),
});

type Level = CellTypeReference['levels'][number];
type CellType = Level['types'][number];

const COLUMNS: readonly Column<CellType>[] = [
  { key: 'name', title: 'Cell type', width: 260 },
  { key: 'cells', title: 'Cells', kind: 'number', width: 120 },
  { key: 'parent', title: 'Part of', width: 220 },
  { key: 'ontology_id', title: 'Cell Ontology', kind: 'identifier', width: 150 },
];

function attributesOf(reference: CellTypeReference) {
  const measures = (level: Level) => [
    'mean',
    ...(level.has_variance ? ['variance'] : []),
    ...(level.has_percent ? ['percent of cells'] : []),
  ];
  return [
    { name: 'Organism', value: reference.organism },
    { name: 'Region', value: reference.region },
    { name: 'Condition', value: reference.condition },
    { name: 'Source', value: reference.source },
    { name: 'Citation', value: reference.citation },
    { name: 'PubMed ID', value: reference.pubmed_id },
    { name: 'DOI', value: reference.doi },
    { name: 'Identifier', value: reference.identifier },
    { name: 'Genes', value: formatCount(reference.number_of_genes) },
    ...reference.levels.map((level) => ({
      name: `Level ${level.name}`,
      value: `${countOf(level.types.length, 'cell type')}: ${measures(level).join(', ')}`,
    })),
    { name: 'Description', value: reference.description },
  ];
}

/** `/home/resources/cell-types/{omicon_id}` */
export function CellTypeReferencePage() {
  const { omiconId } = usePathParts('/home/resources/cell-types/$omiconId');
  const id = parseOmiconId(omiconId);
  if (id?.type !== 'CR') return <NotFound />;
  return <OneReference id={id.number} ofId={id.version ?? undefined} />;
}

/** @param ofId version that the Omicon ID of the address names */
function OneReference({ id, ofId }: { id: number; ofId: number | undefined }) {
  const { query, setQuery } = useAddressQuery(shape);
  const reply = useEndpoint(getCellTypeReference, {
    params: { id },
    query: { version: query.versions ?? ofId },
  });
  const { isOffered, download } = useDownload('RESOURCE_CELLTYPE_DOWNLOAD');
  if (!reply.isSuccess) return <RecordNotLoaded kind="Cell type reference" list={LIST} reply={reply} />;
  const reference = reply.data;
  const level = reference.levels.find(({ name }) => name === query.level) ?? reference.levels.at(-1);
  const type = level?.types.find(({ name }) => name === query.type) ?? level?.types[0];
  return (
    <>
      <Trail steps={[NAMED_SCREENS.resources, LIST]} here={reference.title} />
      <RecordHeader
        kind="Cell type reference"
        record={reference}
        versions={reference.versions}
        onVersion={(version) => setQuery({ versions: String(version), page: null })}
        cite={<CiteRecord record={{ entity_type: 'cell-type-reference', id, version: reference.version }} />}
        actions={
          <Group gap="xs">
            {isOffered && (
              <SecondaryButton
                icon={IconDownload}
                onClick={() =>
                  download(
                    callAddress(downloadCellTypeReference.path, { params: { id } }),
                    `${reference.title}.zip`,
                  )
                }
              >
                Download
              </SecondaryButton>
            )}
            <StarButton record={{ entity_type: 'cell-type-reference', id }} />
          </Group>
        }
      />
      <TabLinks
        label="Parts of this cell type reference"
        chosen={query.tab}
        tabs={[
          { name: 'types', title: 'Cell types', count: level?.types.length ?? 0 },
          { name: 'markers', title: 'Markers' },
          { name: 'attributes', title: 'Attributes' },
        ]}
      />
      <TabPanel>
        {query.tab === 'attributes' ? (
          <AttributeTable
            attributes={attributesOf(reference)}
            label="Attributes of the cell type reference"
          />
        ) : (
          level !== undefined && (
            <Stack gap="md">
              <Group align="flex-end">
                {reference.levels.length > 1 && (
                  <Choice
                    label="Level"
                    value={level.name}
                    data={reference.levels.map(({ name }) => name)}
                    onChange={(name) => setQuery({ level: name, type: null, page: null }, true)}
                  />
                )}
                {query.tab === 'markers' && type !== undefined && (
                  <Choice
                    label="Cell type"
                    value={type.name}
                    data={level.types.map(({ name }) => name)}
                    onChange={(name) => setQuery({ type: name, page: null }, true)}
                  />
                )}
              </Group>
              {query.tab === 'types' ? (
                <DataGrid
                  name="cell-types"
                  caption={`Cell types of ${level.name}`}
                  columns={COLUMNS}
                  rows={level.types}
                  rowKey={(row) => row.name}
                />
              ) : (
                type !== undefined && (
                  <>
                    <Text size="sm" c="dimmed">
                      Genes that are highest in {type.name}. Tau is 1 for a gene of one type only, and 0 for a
                      gene that is equal in all.
                    </Text>
                    <MarkerGrid id={id} level={level.name} type={type.name} />
                  </>
                )
              )}
            </Stack>
          )
        )}
      </TabPanel>
    </>
  );
}
