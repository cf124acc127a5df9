import { Text } from '@mantine/core';
import classes from '../wizard.module.css';
import { useEditor } from './editor-context.ts';
import { remainingOf } from './words.ts';

/** The number left after a rule, or why it cannot be counted. */
export function Remaining({ path }: { path: string }) {
  const { counts } = useEditor();
  const fault = counts.faults.get(path);
  if (fault !== undefined)
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="alert">
        {fault}
      </Text>
    );
  if (counts.incomplete.has(path))
    return (
      <Text size="xs" c="dimmed">
        Enter a value to see how many remain
      </Text>
    );
  const counted = counts.remaining.get(path);
  // Reserve the line, so that nothing below moves when the count arrives.
  if (counted === undefined)
    return (
      <Text size="xs" aria-hidden="true">
        &nbsp;
      </Text>
    );
  const isEmptied = counts.emptiedBy === path;
  return (
    <Text
      size="xs"
      className={classes.remaining ?? ''}
      data-stale={counts.isStale || undefined}
      {...(isEmptied ? { c: 'var(--omicon-warning)', fw: 500 } : { c: 'dimmed' })}
    >
      {isEmptied
        ? 'Nothing remains: this rule empties the result'
        : remainingOf(counted.remaining, counted.of)}
    </Text>
  );
}
