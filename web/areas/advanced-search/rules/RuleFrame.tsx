import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../wizard.module.css';
import { useEditor } from './editor-context.ts';
import { Remaining } from './Remaining.tsx';
import { RemoveRule, type RuleProps } from './RemoveRule.tsx';

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
