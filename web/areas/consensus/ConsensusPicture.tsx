import { geneAddress } from '@omicon/contract/addresses.ts';
import type { ConsensusGene, ConsensusModule } from '@omicon/contract/areas/consensus.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { collectGenes } from '../../actions/collect/collect-rows.tsx';
import { colourAt, hexOf } from '../../ui/colour/palettes.ts';
import { writeTable } from '../../ui/files/write-table.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { MatrixPlot } from '../../ui/plot/marks/MatrixPlot.tsx';
import { useShownAs } from '../../ui/plot/PictureFrame.tsx';
import { formatDecimal } from '../../ui/text/format.ts';

/** Genes of the picture. */
const MAX_ROWS = 25;

const SCALE = [0, 0.25, 0.5, 0.75, 1].map((share) => hexOf(colourAt('blue-red', share)));

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? 'not measured' : formatDecimal(value);
}

/** The name of a module alone says little: every network has a turquoise one. */
function columnNameOf({ name, data_set }: ConsensusModule): string {
  return `${name}, ${data_set.title}`;
}

/** kME of the most faithful genes in every module that counts. */
export function ConsensusPicture({
  genes: all,
  counting,
  name,
}: {
  /** the most faithful first */
  genes: readonly ConsensusGene[];
  counting: readonly ConsensusModule[];
  name: string;
}) {
  const { history } = useRouter();
  const shownAs = useShownAs();
  const genes = useMemo(() => all.slice(0, MAX_ROWS), [all]);
  const columns = useMemo(
    (): Column<ConsensusGene>[] => [
      {
        key: 'symbol',
        title: 'Gene',
        kind: 'identifier',
        width: 140,
        href: ({ symbol }) => geneAddress(symbol),
      },
      ...counting.map(
        (module, at): Column<ConsensusGene> => ({
          key: String(module.id),
          title: `${module.name}, ${module.data_set.title}`,
          kind: 'decimal',
          width: 200,
          value: ({ kme }) => kme[at] ?? null,
        }),
      ),
    ],
    [counting],
  );
  if (genes.length === 0) return null;
  const title = `kME of the first ${genes.length} genes of ${name}`;
  return (
    <MatrixPlot
      title={title}
      fileName="consensus_kme"
      rowNames={genes.map(({ symbol }) => symbol)}
      columnNames={counting.map(columnNameOf)}
      values={genes.map(({ kme }) => kme)}
      range={[-1, 1]}
      palette="blue-red"
      figureOf={(row, column) => {
        const value = genes[row]?.kme[column] ?? null;
        return value === null ? '' : formatDecimal(value, 2).replace('0.', '.');
      }}
      describe={(row, column) =>
        `${genes[row]?.symbol}: kME ${figure(genes[row]?.kme[column])} with ${counting[column]?.name} of ${counting[column]?.data_set.title}.`
      }
      onOpen={(row) => history.push(geneAddress(genes[row]?.symbol ?? ''))}
      hrefOfRow={(row) => geneAddress(genes[row]?.symbol ?? '')}
      caption="kME of the most faithful genes (rows) with each module that counts (columns). Hatched: not measured."
      ramp={{ label: 'kME', title: 'kME', ends: ['\u22121', '1'], colours: SCALE }}
      {...shownAs}
      write={() =>
        writeTable(
          columns.map((column) => column.title),
          genes.map(({ symbol, kme }) => [symbol, ...kme]),
          'tsv',
        )
      }
      table={
        <DataGrid
          name="consensus-kme"
          caption={title}
          columns={columns}
          rows={genes}
          chosenAction={collectGenes}
          rowKey={({ symbol }) => symbol}
        />
      }
    />
  );
}
