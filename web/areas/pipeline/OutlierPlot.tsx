import { collectSampleRows } from '../../actions/collect/collect-rows.tsx';
import { categoryColour } from '../../ui/colour/data-colours.ts';
import { toHex } from '../../ui/colour/rgb.ts';
import { PointsPlot } from '../../ui/plot/marks/PointsPlot.tsx';
import { formatDecimal, withMinus } from '../../ui/text/format.ts';

/** One sample of a round: its place in the order, and how well it fits the others. */
export interface OutlierRow {
  sample: string;
  rank: number;
  z_k: number;
  proposed: string;
  removed: string;
}

const REMOVED = toHex(categoryColour(3));

interface OutlierPlotProps {
  dataSet: number;
  rows: readonly OutlierRow[];
  cut: number;
  onToggle(label: string): void;
}

/** Z.K of each sample, the least connected first; a sample is ticked for removal by a click or by Enter. */
export function OutlierPlot({ dataSet, rows, cut, onToggle }: OutlierPlotProps) {
  return (
    <PointsPlot
      title="Connectivity of the samples"
      fileName={`connectivity_OM.DS.${dataSet}`}
      about={[`Data set OM.DS.${dataSet}`, 'Z.K in standard deviations']}
      caption="Z.K: how strongly a sample is correlated with all others, in standard deviations. Crosses are to be removed."
      keys="The arrow keys read the samples one by one, Enter selects one for removal or clears it."
      columns={[
        { key: 'sample', title: 'Sample', kind: 'text', width: 220 },
        { key: 'z_k', title: 'Z.K', kind: 'decimal', width: 90 },
        { key: 'proposed', title: 'Proposed', kind: 'text', width: 100 },
        { key: 'removed', title: 'To be removed', kind: 'text', width: 130 },
      ]}
      rows={rows}
      chosenAction={collectSampleRows(dataSet)}
      x={{ key: 'rank', label: 'Samples by Z.K' }}
      y={{ key: 'z_k', label: 'Z.K' }}
      levels={[{ value: cut, name: `Z.K = ${withMinus(String(cut))}` }]}
      describe={({ sample, z_k, removed }) =>
        `${sample}: Z.K ${formatDecimal(z_k)}${removed === 'yes' ? ', to be removed' : ''}.`
      }
      onOpen={({ sample }) => onToggle(sample)}
      radius={3.5}
      markOf={({ removed }, { x, y }) =>
        removed === 'yes' && <path d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} stroke={REMOVED} strokeWidth={2} />
      }
    />
  );
}
