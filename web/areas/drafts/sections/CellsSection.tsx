import { NumberInput, SimpleGrid, Text } from '@mantine/core';
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import { countOf } from '../../../ui/text/format.ts';
import type { Mapping } from '../use-draft-map.ts';
import { DraftSection } from './DraftSection.tsx';
import { TitleChoice } from './TitleChoice.tsx';

const MAX_CELLS = 1_000_000;

/** How single cells become samples; nothing for files of samples. */
export function CellsSection({ map, proposal, edit }: Mapping) {
  const { cells: grouping } = map;
  const { cells } = proposal;
  if (cells === null || grouping === null) return null;
  const titles = cells.columns.map(({ title }) => title);
  const change = (changes: Partial<CellGrouping>) =>
    edit(({ cells: before }) => (before === null ? {} : { cells: { ...before, ...changes }, left_out: [] }));
  return (
    <DraftSection title="Cells">
      <Text size="sm">
        The file has {countOf(cells.cells, 'single cell')}. Cells of the same sample and type are added up;
        each sum is one sample of the data set.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <TitleChoice
          label="Column of samples"
          titles={titles}
          value={grouping.sample}
          none="None: all cells are of one sample"
          onChange={(sample) => change({ sample })}
        />
        <TitleChoice
          label="Column of cell types"
          titles={titles}
          value={grouping.cell_type}
          none="None: one sum for each sample"
          onChange={(cell_type) => change({ cell_type })}
        />
        <NumberInput
          size="xs"
          label="Least number of cells"
          description="Smaller groups are left out"
          min={1}
          max={MAX_CELLS}
          clampBehavior="strict"
          allowDecimal={false}
          value={grouping.least_cells}
          onChange={(value) => typeof value === 'number' && value >= 1 && change({ least_cells: value })}
        />
      </SimpleGrid>
    </DraftSection>
  );
}
