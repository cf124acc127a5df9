import { ActionIcon } from '@mantine/core';
import type { Rule } from '@omicon/domain/query/query.ts';
import { IconX } from '@tabler/icons-react';
import classes from '../wizard.module.css';

/** Props of every kind of rule editor. */
export interface RuleProps {
  rule: Rule;
  /** path of the rule, as `sample.rules[0]` */
  path: string;
  /** just added, so that the value takes the focus */
  isFresh: boolean;
  onChange(rule: Rule): void;
  onRemove(): void;
}

export function RemoveRule({ name, onRemove }: { name: string; onRemove(): void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      className={classes.remove ?? ''}
      aria-label={`Remove the rule ${name}`}
      title="Remove the rule"
      onClick={onRemove}
    >
      <IconX size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
