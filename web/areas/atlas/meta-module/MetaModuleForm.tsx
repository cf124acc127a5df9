import { Anchor, Textarea } from '@mantine/core';
import { type MetaModuleDetail, setMetaModuleTitle } from '@omicon/contract/areas/analyses/atlas.ts';
import { z } from 'zod';
import { useChange } from '../../../base/calls/use-endpoint.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { useFields } from '../../../ui/form/FieldsForm.tsx';
import { FieldsModal } from '../../../ui/form/FieldsModal.tsx';
import { ownSummary } from '../atlas-text.ts';

const [TITLE_LETTERS, SUMMARY_LETTERS] = [80, 400];

/** An empty field is null: what the portal makes. */
const given = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Maximum length is ${most}`)
    .transform((text) => (text === '' ? null : text));
const shape = z.object({ title: given(TITLE_LETTERS), summary: given(SUMMARY_LETTERS) });

/** Gives a meta-module a title and a summary, or those of the portal again. */
export function MetaModuleForm({ meta, onClose }: { meta: MetaModuleDetail; onClose(): void }) {
  const { id, summary, changes } = meta;
  const isGiven = (changes[0]?.title ?? null) !== null;
  const form = useFields(shape, { title: isGiven ? meta.title : '', summary: summary ?? '' });
  // The meta-module is named in lists, suggestions and titles.
  const change = useChange(setMetaModuleTitle, { refreshes: 'everything', isHandled: true });
  const save = (body: z.output<typeof shape>) =>
    change.mutate({ params: { id }, body }, { onSuccess: onClose });
  return (
    <FieldsModal
      form={form}
      failure={change.error}
      label="Save"
      isBusy={change.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        name="title"
        label="Title"
        description="What the signal is, in a few words, for everybody. Leave it empty for the title of the portal."
        placeholder={isGiven ? undefined : meta.title}
        maxLength={TITLE_LETTERS}
        data-autofocus
      />
      <Field
        name="summary"
        as={Textarea}
        label="Summary"
        description="A sentence. Leave it empty for that of the portal."
        placeholder={ownSummary(meta)}
        autosize
        minRows={2}
        maxLength={SUMMARY_LETTERS}
      />
      {(isGiven || summary !== null) && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => save({ title: null, summary: null })}
        >
          Use the title and summary of the portal
        </Anchor>
      )}
    </FieldsModal>
  );
}
