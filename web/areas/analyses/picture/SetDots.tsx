import { Button, Group, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { Legend } from '../../../ui/plot/Legend.tsx';
import { formatCount, formatPValue } from '../../../ui/text/format.ts';
import { useMarked } from './marked.tsx';
import classes from './picture.module.css';
import type { Picture } from './picture-model.ts';
import { DOTS_AXIS, DOTS_SIZE, keyOfDots, layoutDots, type PictureSet } from './set-dots.ts';

const MAX_CATEGORIES = 12;

interface SetDotsProps {
  sets: readonly PictureSet[];
  rows: Picture['rows'];
  chosen: number | undefined;
  onChoose(gene_set: number | null): void;
}

/** Axis of P below the dots, and the key to their sizes and colours. */
function DotsAxis({ sets }: Pick<SetDotsProps, 'sets'>) {
  const { ticks, sizes, categories } = keyOfDots(sets);
  return (
    <>
      <div className={classes.axis} aria-hidden="true">
        <span className={classes.axisTitle}>{DOTS_AXIS}</span>
        <span className={classes.ticks}>
          {ticks.map(({ value, label, at }) => (
            <span key={value} style={{ insetInlineStart: `${100 * at}%` }}>
              {label}
            </span>
          ))}
        </span>
      </div>
      <Group gap="lg" className={classes.key}>
        <Group gap={6}>
          <Text span size="xs" fw={600}>
            {DOTS_SIZE}
          </Text>
          {sizes.map(({ overlap, radius }) => (
            <Text key={overlap} span size="xs">
              <span
                className={classes.sizeDot}
                aria-hidden="true"
                style={{ width: 2 * radius, height: 2 * radius }}
              />{' '}
              {formatCount(overlap)}
            </Text>
          ))}
        </Group>
        <Legend label="Set categories" title="Set category" swatches={categories} most={MAX_CATEGORIES} />
      </Group>
    </>
  );
}

/**
 * Enriched sets. Pointer or focus on one marks its rows, and the row under the cursor marks its sets; a click narrows
 * the rows to one set.
 */
export const SetDots = memo(function SetDots({ sets, rows, chosen, onChoose }: SetDotsProps) {
  const marked = useMarked();
  if (sets.length === 0) return null;
  const members = new Set(marked.set?.ranks);
  const shared = rows.filter(({ rank }) => members.has(rank)).length;
  return (
    <Stack gap={4} mt="lg">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Enriched gene sets
        </Text>
        {chosen !== undefined && (
          <Button size="xs" variant="subtle" onClick={() => onChoose(null)}>
            All members
          </Button>
        )}
      </Group>
      <ul className={classes.sets} aria-label="Enriched gene sets">
        {layoutDots(sets).map(({ set, position, radius, colour }) => {
          const { gene_set_id, set_name, category, overlap, p_value, ranks } = set;
          const isChosen = chosen === gene_set_id;
          const mark = () => marked.markSet(set);
          const unmark = () => marked.markSet(null);
          return (
            <li key={gene_set_id}>
              <button
                type="button"
                className={classes.set}
                aria-pressed={isChosen}
                data-marked={(marked.row !== null && ranks.includes(marked.row.rank)) || undefined}
                title={`${set_name}${category === null ? '' : `, ${category}`}`}
                onClick={() => onChoose(isChosen ? null : gene_set_id)}
                onPointerEnter={mark}
                onPointerLeave={unmark}
                onFocus={mark}
                onBlur={unmark}
              >
                <span className={classes.setName}>{set_name}</span>
                <span className={classes.track} aria-hidden="true">
                  <span
                    className={classes.dot}
                    style={{
                      insetInlineStart: `${100 * position}%`,
                      width: 2 * radius,
                      height: 2 * radius,
                      background: colour,
                    }}
                  />
                </span>
                <span className={classes.setFigures}>
                  {formatCount(overlap)} shared, P {formatPValue(p_value)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <DotsAxis sets={sets} />
      <Text size="xs" c="dimmed" role="status" mih={18}>
        {marked.set !== null && rows.length > 0
          ? `${formatCount(shared)} of the ${formatCount(rows.length)} rows shown ${shared === 1 ? 'is' : 'are'} in ${marked.set.set_name}.`
          : ''}
      </Text>
    </Stack>
  );
});
