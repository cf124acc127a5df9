import { Button } from '@mantine/core';
import { RESOURCES } from '@omicon/contract/addresses.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { IconDownload } from '@tabler/icons-react';
import { useDownload } from '../../actions/download/use-download.ts';
import { tableFileAddress, useFindMappingTable } from '../../areas/mapping-tables/calls.ts';
import { MappingRowGrid } from '../../areas/mapping-tables/MappingRowGrid.tsx';
import { MappingTableGrid } from '../../areas/mapping-tables/MappingTableGrid.tsx';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { formatCount, formatDate } from '../../ui/text/format.ts';
import { NotFound } from '../public/NotFound.tsx';
import { ResourceTabs } from './Resources.tsx';

const TABLES = { title: 'Mapping tables', href: `${RESOURCES}?tab=mapping-tables` };

/** `/home/resources/analyte-mapping/{gridType}/{routeTitle}` */
export function AnalyteMappings() {
  const { gridType } = usePathParts('/home/resources/analyte-mapping/$gridType/$routeTitle');
  if (gridType !== 'microArray' && gridType !== 'nonMicroArray') return <NotFound />;
  const type = gridType === 'microArray' ? 'microarray' : 'organism';
  return (
    <>
      <PageTitle
        title={
          (type === 'microarray' ? NAMED_SCREENS.microarrayMappings : NAMED_SCREENS.organismMappings).title
        }
      />
      <ResourceTabs chosen={type} />
      <TabPanel>
        <MappingTableGrid key={type} type={type} />
      </TabPanel>
    </>
  );
}

/** `/home/resources/mapping-tables/{gridType}/{routeTitle}`: one table by its name. */
export function MappingTablePage() {
  const { routeTitle } = usePathParts('/home/resources/mapping-tables/$gridType/$routeTitle');
  const found = useFindMappingTable(routeTitle);
  const { isOffered, download } = useDownload('RESOURCE_MAPPING_DOWNLOAD');
  if (!found.isSuccess) return <RecordNotLoaded kind="Mapping table" list={TABLES} reply={found} />;
  const table = found.data;
  if (table === null) return <NotFound />;
  const releases = table.releases.map(
    ({ version, is_current }) => `${version}${is_current ? ' (current)' : ''}`,
  );
  return (
    <>
      <Trail steps={[NAMED_SCREENS.resources, TABLES]} here={table.name} />
      <PageTitle title={table.name}>
        {isOffered && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => download(tableFileAddress(table.id), `${table.name}.csv`)}
          >
            Download
          </Button>
        )}
      </PageTitle>
      <AttributeTable
        label="About this table"
        attributes={[
          { name: 'Maps', value: `${table.unique_identifier} to ${table.mapped_to}` },
          {
            name: table.platform === null ? 'Organism' : 'Platform',
            value: table.platform ?? table.organism,
          },
          { name: 'Rows', value: formatCount(table.rows) },
          { name: 'Releases', value: releases.join(', ') },
          { name: 'Date Uploaded', value: formatDate(table.date_uploaded) },
        ]}
      />
      <TabPanel>
        <MappingRowGrid table={table} />
      </TabPanel>
    </>
  );
}
