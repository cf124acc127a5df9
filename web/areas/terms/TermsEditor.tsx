import { Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { getSession } from '@omicon/contract/areas/people/sign-in.ts';
import { createTerms, getTerms, type Terms } from '@omicon/contract/areas/people/terms.ts';
import { useId, useState } from 'react';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx';
import { SectionFields } from './SectionFields.tsx';
import { TermsText } from './TermsText.tsx';
import { MAX_SECTIONS, moveSection, refusalOf, SAME_TEXT, toDraft, toSections } from './terms-draft.ts';

/** Asks for confirmation and explains the consequence for everybody. */
function confirmPublish(version: number, publish: () => void): void {
  const modalId = modals.open({
    title: `Publish version ${version}`,
    children: (
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: () => modals.close(modalId) },
          {
            kind: 'submit',
            label: 'Publish',
            onClick: () => {
              modals.close(modalId);
              publish();
            },
          },
        ]}
      >
        <Text>
          Everybody will be asked again. Nobody, including you, can continue to work in the portal before
          accepting the new terms. A published version cannot be changed or withdrawn.
        </Text>
      </ModalFrame>
    ),
  });
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Editor for the next version; the draft starts as the terms in force. */
export function TermsEditor({ inForce }: { inForce: Terms }) {
  // The publisher has to accept the new terms too.
  const create = useChange(createTerms, { refreshes: [getTerms, getSession] });
  const reasonId = useId();
  const [view, setView] = useState('write');
  const [dated, setDated] = useState(today);
  const [draft, setDraft] = useState(() => toDraft(inForce.sections));
  const version = inForce.version + 1;
  const refusal = refusalOf(draft, dated, inForce);

  function publish(): void {
    create.mutate(
      {
        body: { dated, sections: toSections(draft), based_on: inForce.version },
        idempotencyKey: crypto.randomUUID(),
      },
      {
        onSuccess: () =>
          showToast({ type: 'success', title: 'Published', message: `Version ${version} is in force.` }),
      },
    );
  }

  return (
    <Stack gap="md" maw={760}>
      <UnsavedGuard unsaved={refusal === SAME_TEXT ? null : `The draft of version ${version}`} />
      <Title order={2}>Draft of version {version}</Title>
      <Group align="end" justify="space-between">
        <TextInput
          label="Date of the terms"
          type="date"
          value={dated}
          onChange={(event) => setDated(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Form of the draft"
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
          value={view}
          onChange={setView}
        />
      </Group>
      {view === 'preview' && <TermsText terms={{ version, dated, sections: toSections(draft) }} />}
      {view === 'write' && (
        <>
          {draft.map((section, index) => (
            <SectionFields
              key={section.id}
              section={section}
              index={index}
              count={draft.length}
              onChange={(changed) => setDraft(draft.with(index, changed))}
              onMove={(by) => setDraft(moveSection(draft, index, by))}
              onRemove={() => setDraft(draft.toSpliced(index, 1))}
            />
          ))}
          <Group>
            <Button
              variant="default"
              disabled={draft.length >= MAX_SECTIONS}
              onClick={() => setDraft([...draft, { id: crypto.randomUUID(), heading: '', body: '' }])}
            >
              Add section
            </Button>
          </Group>
        </>
      )}
      <Group>
        <Button
          disabled={refusal !== null}
          loading={create.isPending}
          aria-describedby={reasonId}
          onClick={() => confirmPublish(version, publish)}
        >
          Publish
        </Button>
        <Button
          variant="default"
          disabled={refusal === SAME_TEXT}
          onClick={() => setDraft(toDraft(inForce.sections))}
        >
          Undo changes
        </Button>
        <Text id={reasonId} size="sm" c="dimmed">
          {refusal}
        </Text>
      </Group>
    </Stack>
  );
}
