import { Group, Stack, Text, Textarea } from '@mantine/core';
import { joinIdentifiers, splitIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { useEffect, useState } from 'react';
import { Form } from '../../ui/form/Form.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { countOf } from '../../ui/text/format.ts';
import classes from './gene-lists.module.css';
import { MAX_BACKGROUND, refuseList } from './gene-text.ts';

interface BackgroundFormProps {
  /** the background in use; empty for all genes */
  background: readonly string[];
  onChange(background: readonly string[]): void;
}

/** Form for the genes that the list could have come from, where they are not all genes. */
export function BackgroundForm({ background, onChange }: BackgroundFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const identifiers = splitIdentifiers(text);
  const refusal = refuseList(identifiers, MAX_BACKGROUND);
  // The address may change while the form is open, by the back button or links.
  useEffect(() => setText(joinIdentifiers(background)), [background]);
  return (
    <details
      className={`${classes.report} ${classes.fate}`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span>Background</span>
        <span>{background.length === 0 ? 'All genes' : countOf(background.length, 'identifier')}</span>
      </summary>
      {/* A closed collapse would still render its field. */}
      {isOpen && (
        <Form onSubmit={() => refusal === null && onChange(identifiers)}>
          <Stack gap={8} px={10} pb={10}>
            <Textarea
              label="Genes of the background"
              description="Genes that could have been in your list, such as all measured genes. Without a background, it is all genes of the data set, or of all gene sets."
              className={classes.text ?? ''}
              autosize
              minRows={3}
              maxRows={8}
              spellCheck={false}
              value={text}
              error={refusal}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Group justify="space-between" gap={8}>
              <Text size="xs" c="dimmed" role="status">
                {countOf(identifiers.length, 'identifier')}
              </Text>
              <Group gap={8}>
                {background.length > 0 && (
                  <SecondaryButton onClick={() => onChange([])}>Every gene</SecondaryButton>
                )}
                <SecondaryButton type="submit" disabled={identifiers.length === 0 || refusal !== null}>
                  Use as background
                </SecondaryButton>
              </Group>
            </Group>
          </Stack>
        </Form>
      )}
    </details>
  );
}
