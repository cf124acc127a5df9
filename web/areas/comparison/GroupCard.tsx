import { ActionIcon, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Attributes } from '../../ui/sample-rules/attributes.ts';
import { SampleRules } from '../../ui/sample-rules/SampleRules.tsx';
import { countOf } from '../../ui/text/format.ts';
import type { NamedGroup } from './calls.ts';
import type { ChosenGroup, GroupLetter } from './group-text.ts';

function textOfSaved(named: NamedGroup | undefined): string {
  const samples = named?.group.samples;
  return samples === undefined ? 'A saved group' : `A saved group of ${countOf(samples.length, 'sample')}`;
}

interface GroupCardProps {
  letter: GroupLetter;
  chosen: ChosenGroup;
  named: NamedGroup | undefined;
  attributes: Attributes;
  /** an attribute without values yet */
  pending: string | null;
  onPending(attribute: string | null): void;
  onChange(chosen: ChosenGroup): void;
  /** saved groups */
  children?: ReactNode;
}

/** One group of samples, by attributes and values or as it was saved. */
export function GroupCard(props: GroupCardProps) {
  const { letter, chosen, named, attributes, pending, onPending, onChange, children } = props;
  const rules = 'rules' in chosen ? chosen.rules : [];
  const title = `Group ${letter.toUpperCase()}`;
  return (
    <Paper withBorder p="sm" component="section" aria-label={title} flex="1 1 300px">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Badge variant="light" radius="sm">
            {letter.toUpperCase()}
          </Badge>
          <Text size="sm" fw={500} truncate title={named?.group.name}>
            {named?.group.name ?? 'Not chosen yet'}
          </Text>
        </Group>
        {'token' in chosen && (
          <Group gap={4}>
            <Text size="sm" c="dimmed">
              {textOfSaved(named)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Remove the saved group from group ${letter.toUpperCase()}`}
              onClick={() => onChange({ rules: [] })}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          </Group>
        )}
        <SampleRules
          rules={rules}
          attributes={attributes}
          of={`group ${letter.toUpperCase()}`}
          pending={pending}
          onPending={(name) => {
            if (name !== null && 'token' in chosen) onChange({ rules: [] });
            onPending(name);
          }}
          onChange={(changed) => onChange({ rules: changed })}
        />
        {children}
      </Stack>
    </Paper>
  );
}
