import { Button, Checkbox, Group as Row, SegmentedControl } from '@mantine/core';
import { type Group, isGroup, QUERY_LIMITS, type Rule } from '@omicon/domain/query/query.ts';
import { IconFolderPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { EMPTY_GROUP } from '../rules/edit-query.ts';
import classes from '../wizard.module.css';
import { FieldChooser } from './FieldChooser.tsx';
import { RuleRow } from './RuleRow.tsx';

interface GroupEditorProps<G extends Group> {
  group: G;
  path: string;
  /** depth of nesting, 1 for the group of a section */
  depth: number;
  onChange(group: G): void;
  /** undefined for the group of a section, which cannot be removed */
  onRemove?: () => void;
}

/** Rules combined by AND or OR, negated by NOT, with nested groups. */
export function GroupEditor<G extends Group>({
  group,
  path,
  depth,
  onChange,
  onRemove,
}: GroupEditorProps<G>) {
  const [fresh, setFresh] = useState<number | null>(null);
  const name = depth === 1 ? 'of the rules' : `of the group ${path.replaceAll(/\D+/g, ' ').trim()}`;
  const chooser = useRef<HTMLInputElement>(null);

  function setNode(index: number, node: Rule | Group): void {
    onChange({ ...group, rules: group.rules.with(index, node) });
  }
  function removeNode(index: number): void {
    setFresh(null);
    // The pressed button disappears with its rule.
    chooser.current?.focus();
    onChange({ ...group, rules: group.rules.toSpliced(index, 1) });
  }
  function add(node: Rule | Group): void {
    setFresh(group.rules.length);
    onChange({ ...group, rules: [...group.rules, node] });
  }

  return (
    <div className={classes.group} data-inner={depth > 1 || undefined}>
      {(group.rules.length > 0 || depth > 1) && (
        <Row gap="md" mb="xs">
          <SegmentedControl
            size="xs"
            aria-label={`Combination ${name}`}
            data={[
              { value: 'and', label: 'AND' },
              { value: 'or', label: 'OR' },
            ]}
            value={group.combinator}
            onChange={(value) => onChange({ ...group, combinator: value === 'or' ? 'or' : 'and' })}
          />
          <Checkbox
            size="xs"
            label="NOT"
            aria-label={`NOT ${name}`}
            checked={group.not}
            onChange={(event) => onChange({ ...group, not: event.currentTarget.checked })}
          />
          {onRemove !== undefined && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconX size={14} aria-hidden="true" />}
              onClick={onRemove}
            >
              Remove the group
            </Button>
          )}
        </Row>
      )}
      {group.rules.map((node, index) => {
        const at = `${path}.rules[${index}]`;
        return isGroup(node) ? (
          <GroupEditor
            key={at}
            group={node}
            path={at}
            depth={depth + 1}
            onChange={(next) => setNode(index, next)}
            onRemove={() => removeNode(index)}
          />
        ) : (
          <RuleRow
            key={`${at} ${node.field}`}
            rule={node}
            path={at}
            isFresh={fresh === index}
            onChange={(next) => setNode(index, next)}
            onRemove={() => removeNode(index)}
          />
        );
      })}
      <Row gap="xs">
        <FieldChooser
          ref={chooser}
          label={`Add a rule${depth === 1 ? '' : ` ${name.replace('of', 'to')}`}`}
          onChoose={add}
        />
        {depth < QUERY_LIMITS.depth && (
          <SecondaryButton icon={IconFolderPlus} onClick={() => add(EMPTY_GROUP)}>
            Add a group
          </SecondaryButton>
        )}
      </Row>
    </div>
  );
}
