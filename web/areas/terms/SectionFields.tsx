import { ActionIcon, Group, Paper, Stack, Textarea, TextInput, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type DraftSection, faultOf } from './terms-draft.ts';

interface SectionFieldsProps {
  section: DraftSection;
  index: number;
  count: number;
  onChange(section: DraftSection): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

interface SectionButtonProps {
  label: string;
  isDisabled?: boolean;
  onClick(): void;
  children: ReactNode;
}

function SectionButton({ label, isDisabled = false, onClick, children }: SectionButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={label}
        // Stays focusable, so that a section can be moved repeatedly by keyboard.
        {...(isDisabled ? { 'aria-disabled': true, 'data-disabled': true } : {})}
        onClick={() => !isDisabled && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Fields of one section of the draft. */
export function SectionFields({ section, index, count, onChange, onMove, onRemove }: SectionFieldsProps) {
  const [touched, setTouched] = useState({ heading: false, body: false });
  const name = `section ${index + 1}`;
  return (
    <Paper component="fieldset" withBorder p="md" m={0} aria-label={`Section ${index + 1}`}>
      <Stack gap="sm">
        <Group align="end" gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            label={`${index + 1}. Heading`}
            maxLength={200}
            value={section.heading}
            error={touched.heading && faultOf('heading', section.heading)}
            onBlur={() => setTouched({ ...touched, heading: true })}
            onChange={(event) => onChange({ ...section, heading: event.currentTarget.value })}
          />
          <SectionButton label={`Move ${name} up`} isDisabled={index === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} aria-hidden="true" />
          </SectionButton>
          <SectionButton
            label={`Move ${name} down`}
            isDisabled={index === count - 1}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} aria-hidden="true" />
          </SectionButton>
          <SectionButton label={`Remove ${name}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden="true" />
          </SectionButton>
        </Group>
        <Textarea
          label="Text"
          autosize
          minRows={2}
          maxLength={10_000}
          value={section.body}
          error={touched.body && faultOf('body', section.body)}
          onBlur={() => setTouched({ ...touched, body: true })}
          onChange={(event) => onChange({ ...section, body: event.currentTarget.value })}
        />
      </Stack>
    </Paper>
  );
}
