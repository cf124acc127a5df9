import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../wizard.module.css';
import { useEditor } from './editor-context.ts';
import { RemoveRule, type RuleProps } from './RemoveRule.tsx';
import { remainingOf } from './words.ts';

/** The number left after a rule, or why it cannot be counted. */
function Remaining({ path }: { path: string }) {
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

interface RuleFrameProps extends Pick<RuleProps, 'path' | 'onRemove'> {
  name: string;
  /** what fits on the line of the name */
  line?: ReactNode;
  /** the parts of the rule */
  children?: ReactNode;
  /** shown below the parts */
  note?: ReactNode;
}

/** A rule: its name and parts, what remains after it, and the button that removes it. */
export function RuleFrame({ name, path, onRemove, line, children, note }: RuleFrameProps) {
  const { counts } = useEditor();
  return (
    <fieldset className={classes.rule} data-faulty={counts.faults.has(path) || undefined}>
      <legend className={classes.legend}>{name}</legend>
      <div className={classes.ruleLine}>
        <Text size="sm" fw={500} className={classes.field ?? ''} aria-hidden="true">
          {name}
        </Text>
        {line ?? <span className={classes.value} />}
        <RemoveRule name={name} onRemove={onRemove} />
      </div>
      {children !== undefined && <div className={classes.parts}>{children}</div>}
      {note}
      <Remaining path={path} />
    </fieldset>
  );
}
