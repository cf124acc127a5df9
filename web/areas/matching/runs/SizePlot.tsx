import { moduleAddress } from '@omicon/contract/addresses.ts';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { collectRecords } from '../../../actions/collect/collect-rows.tsx';
import { PointsPlot } from '../../../ui/plot/marks/PointsPlot.tsx';
import { formatDecimal } from '../../../ui/text/format.ts';
import type { RunRow } from './run-rows.ts';

/** Usual limits of weak and of strong evidence. */
const LEVELS = [2, 10].map((value) => ({ value, name: `Z = ${value}` }));

/** Z summary of each module against its size. @param rows with a Z summary */
export function SizePlot({
  rows,
  name,
  actions,
}: {
  rows: readonly (RunRow & { summary: number })[];
  name: string;
  actions: ReactNode;
}) {
  const router = useRouter();
  return (
    <PointsPlot
      title="Z summary by size of the module"
      fileName={name}
      caption="Z summary against the number of genes that both data sets measure. From 2 on evidence is weak to moderate, from 10 on strong; Z grows with the size."
      keys="The arrow keys read the modules one by one, Enter opens one."
      columns={[
        { key: 'name', title: 'Module', kind: 'text', width: 200 },
        { key: 'present', title: 'Genes', kind: 'number', width: 100 },
        { key: 'summary', title: 'Z summary', kind: 'decimal', width: 120 },
      ]}
      rows={rows}
      actions={actions}
      chosenAction={collectRecords}
      x={{ key: 'present', label: 'Genes' }}
      y={{ key: 'summary', label: 'Z summary' }}
      levels={LEVELS}
      radius={4}
      describe={(row) => `${row.name}: ${row.present} genes, Z summary ${formatDecimal(row.summary)}.`}
      onOpen={(row) => router.history.push(moduleAddress(row.omicon_id))}
    />
  );
}
