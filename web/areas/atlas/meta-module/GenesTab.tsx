import { geneAddress } from '@omicon/contract/addresses.ts';
import { listGenesOfMetaModule, type MetaModuleDetail } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { IconCopy } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { collectGenes } from '../../../actions/collect/collect-rows.tsx';
import { GenesActions } from '../../../actions/GenesActions.tsx';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { colourAt, hexOf } from '../../../ui/colour/palettes.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { writeTable } from '../../../ui/files/write-table.ts';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { type Column, tableOf } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { MatrixPlot } from '../../../ui/plot/marks/MatrixPlot.tsx';
import { useShownAs } from '../../../ui/plot/PictureFrame.tsx';
import { copyText } from '../../../ui/text/CopyText.tsx';
import { countOf, formatDecimal } from '../../../ui/text/format.ts';
import { shortName } from '../../../ui/text/name-parts.ts';
import { ExportGenes } from '../ExportGenes.tsx';

/** Genes of the picture; the table has all. */
const MAX_ROWS = 50;
const SCALE = [0, 0.25, 0.5, 0.75, 1].map((share) => hexOf(colourAt('blue-red', share)));

type Reply = ReplyOf<typeof listGenesOfMetaModule>;
type Gene = Reply['genes'][number];

function columnsOf(dataSets: Reply['data_sets']): Column<Gene>[] {
  return [
    {
      key: 'symbol',
      title: 'Gene',
      kind: 'identifier',
      width: 120,
      href: ({ symbol }) => geneAddress(symbol),
    },
    { key: 'kme', title: 'Consensus kME', kind: 'decimal', width: 130 },
    { key: 'member_of', title: 'Member in cohorts', kind: 'number', width: 150 },
    { key: 'measured_by', title: 'Measured by cohorts', kind: 'number', width: 160 },
    ...dataSets.map(
      ({ id, title }, at): Column<Gene> => ({
        key: `data set ${id}`,
        title: shortName(title),
        kind: 'decimal',
        width: 170,
        value: ({ kme_by_data_set }) => kme_by_data_set[at] ?? null,
      }),
    ),
  ];
}

function GenesPicture({ meta, reply }: { meta: MetaModuleDetail; reply: Reply }) {
  const { history } = useRouter();
  const shownAs = useShownAs();
  const { data_sets, genes } = reply;
  const drawn = useMemo(() => genes.slice(0, MAX_ROWS), [genes]);
  const columns = useMemo(() => columnsOf(data_sets), [data_sets]);
  const names = useMemo(() => data_sets.map(({ title }) => shortName(title)), [data_sets]);
  const title = `kME of the consensus genes of ${meta.title}`;
  const symbols = genes.map(({ symbol }) => symbol);
  const which = `the ${countOf(genes.length, 'consensus gene')}`;
  const cut =
    drawn.length < genes.length ? ` The first ${drawn.length} of ${genes.length}; the table has all.` : '';
  return (
    <MatrixPlot
      title={title}
      fileName={`genes_${meta.omicon_id}`}
      rowNames={drawn.map(({ symbol }) => symbol)}
      columnNames={names}
      values={drawn.map(({ kme_by_data_set }) => kme_by_data_set)}
      range={[-1, 1]}
      palette="blue-red"
      about={['kME with the module that represents the signal in each data set']}
      describe={(row, column) => {
        const { symbol = '', kme_by_data_set = [] } = drawn[row] ?? {};
        const value = kme_by_data_set[column] ?? null;
        return `${symbol} in ${names[column]}: ${value === null ? 'not measured' : `kME ${formatDecimal(value)}`}.`;
      }}
      onOpen={(row) => history.push(geneAddress(drawn[row]?.symbol ?? ''))}
      hrefOfRow={(row) => geneAddress(drawn[row]?.symbol ?? '')}
      caption={`kME of the consensus genes (rows), the strongest first, in each data set that has the signal (columns). Hatched: not measured.${cut}`}
      ramp={{ label: 'kME', title: 'kME', ends: ['\u22121', '1'], colours: SCALE }}
      {...shownAs}
      actions={
        <>
          <GenesActions name={meta.title} genes={symbols} which={which} />
          <SecondaryButton
            icon={IconCopy}
            onClick={() => void copyText(symbols.join('\n'), `${countOf(genes.length, 'gene')} copied`)}
          >
            Copy genes
          </SecondaryButton>
          <ExportGenes metaModule={meta} />
        </>
      }
      write={() => writeTable(...tableOf(columns, genes), 'tsv')}
      table={
        <DataGrid
          name="meta-module-genes"
          caption={title}
          columns={columns}
          rows={genes}
          pageSize={50}
          rowKey={({ symbol }) => symbol}
          chosenAction={collectGenes}
        />
      }
    />
  );
}

/** The consensus genes of a meta-module, with kME in each data set. */
export function GenesTab({ meta }: { meta: MetaModuleDetail }) {
  const reply = useEndpoint(listGenesOfMetaModule, { params: { id: meta.id } });
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the genes" />;
  if (reply.data.genes.length === 0)
    return <EmptyState title="No genes">This signal has no consensus genes.</EmptyState>;
  return <GenesPicture meta={meta} reply={reply.data} />;
}
