import { Button, Group, Stack, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { getPipelineRun, storeNetworks } from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { useMemo, useState } from 'react';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { colourAt, hexOf } from '../../ui/colour/palettes.ts';
import { inkOn } from '../../ui/colour/rgb.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';
import styles from './grid-choice.module.css';
import type { Run } from './pipeline-text.ts';

type Cell = Run['cells'][number];

const keyOf = ({ relative, min_size }: Cell) => `${relative} ${min_size}`;

function byNumber(values: readonly number[], sign: 1 | -1): number[] {
  return [...new Set(values)].toSorted((a, b) => sign * (a - b));
}

interface GridCellProps {
  cell: Cell;
  /** modules of the cell, as a share of the most in the grid */
  share: number;
  isChosen: boolean;
  onToggle?: (() => void) | undefined;
}

function GridCell({ cell, share, isChosen, onToggle }: GridCellProps) {
  const background = cell.modules === 0 ? undefined : hexOf(colourAt('viridis', share));
  return (
    <UnstyledButton
      className={styles.cell}
      style={{ background, color: background && inkOn(background) }}
      aria-pressed={isChosen}
      disabled={cell.modules === 0 || onToggle === undefined}
      onClick={onToggle}
    >
      <span className={styles.count}>
        {formatCount(cell.modules)}
        <VisuallyHidden> {cell.modules === 1 ? 'module' : 'modules'}, </VisuallyHidden>
      </span>
      <span className={styles.members}>
        {formatCount(cell.members)}
        <VisuallyHidden>
          {' '}
          features at {cell.relative} with {cell.min_size} features and more
        </VisuallyHidden>
      </span>
    </UnstyledButton>
  );
}

interface GridTableProps {
  cells: readonly Cell[];
  chosen: ReadonlySet<string>;
  onToggle?: ((key: string) => void) | undefined;
}

/** Modules and members of every combination; a combination is chosen by its cell. */
function GridTable({ cells, chosen, onToggle }: GridTableProps) {
  const thresholds = byNumber(
    cells.map(({ relative }) => relative),
    -1,
  );
  const sizes = byNumber(
    cells.map(({ min_size }) => min_size),
    1,
  );
  const most = Math.max(1, ...cells.map(({ modules }) => modules));
  const byKey = new Map(cells.map((cell) => [keyOf(cell), cell]));
  const correlations = new Map(cells.map(({ relative, threshold }) => [relative, threshold]));
  return (
    <div className={styles.scroll}>
      <table className={styles.grid}>
        <caption>Modules and, below, the features that made them</caption>
        <thead>
          <tr>
            <th scope="col">Threshold (r)</th>
            {sizes.map((size) => (
              <th key={size} scope="col">
                {size} and more
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {thresholds.map((relative) => (
            <tr key={relative}>
              <th scope="row">
                {relative} <small>({correlations.get(relative)?.toFixed(3)})</small>
              </th>
              {sizes.map((size) => {
                const cell = byKey.get(`${relative} ${size}`);
                return (
                  <td key={size}>
                    {cell && (
                      <GridCell
                        cell={cell}
                        share={cell.modules / most}
                        isChosen={chosen.has(keyOf(cell))}
                        onToggle={onToggle && (() => onToggle(keyOf(cell)))}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The grid of a module search, and the networks of it that are stored. */
export function GridChoice({ run }: { run: Run }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [title, setTitle] = useState('');
  const store = useChange(storeNetworks, { refreshes: [getPipelineRun] });
  const stored = useMemo(
    () => new Set(run.cells.filter(({ is_chosen }) => is_chosen).map(keyOf)),
    [run.cells],
  );
  const withModules = run.cells.filter(({ modules }) => modules > 0);
  const cells = withModules.filter((cell) => picked.has(keyOf(cell)));
  if (run.state !== 'choosing' || !run.is_own) return <GridTable cells={run.cells} chosen={stored} />;
  return (
    <Stack gap="md">
      <GridTable
        cells={run.cells}
        chosen={picked}
        onToggle={(key) => setPicked(picked.symmetricDifference(new Set([key])))}
      />
      {withModules.length === 0 && (
        <Text size="sm">There are no modules in this grid. Try lower thresholds or smaller sizes.</Text>
      )}
      <Group gap="sm" align="flex-end">
        <SecondaryButton
          disabled={withModules.length === 0}
          onClick={() =>
            setPicked(new Set(cells.length === withModules.length ? [] : withModules.map(keyOf)))
          }
        >
          {cells.length > 0 && cells.length === withModules.length ? 'Choose none' : 'Choose all'}
        </SecondaryButton>
        <TextInput
          size="xs"
          w={320}
          maw="100%"
          label="Title of the analysis"
          placeholder="Name of the data set and “modules”"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Button
          size="xs"
          disabled={cells.length === 0}
          loading={store.isPending}
          onClick={() =>
            store.mutate({
              params: { id: run.id },
              body: {
                cells: cells.map(({ relative, min_size }) => ({ relative, min_size })),
                ...(title.trim() === '' ? {} : { title: title.trim() }),
              },
            })
          }
        >
          {cells.length === 0 ? 'Store networks' : `Store ${countOf(cells.length, 'network')}`}
        </Button>
      </Group>
    </Stack>
  );
}
