import { Textarea } from '@mantine/core';
import { createFeedback } from '@omicon/contract/areas/feedback.ts';
import type { z } from 'zod';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { useCheckVersion } from '../../base/calls/version/use-check-version.ts';
import { Field } from '../../ui/form/Field.tsx';
import { useFields } from '../../ui/form/FieldsForm.tsx';
import { FieldsModal } from '../../ui/form/FieldsModal.tsx';
import { ReporterFields } from './ReporterFields.tsx';
import { useReporter, useSendReport } from './use-report.ts';

const shape = createFeedback.body;

/** Form for comments and wishes about the portal. */
export function FeedbackForm({ onClose }: { onClose(): void }) {
  const omicon_version = useCheckVersion()?.product_version ?? '';
  const create = useChange(createFeedback, { isHandled: true });
  const sendReport = useSendReport<{ body: z.input<typeof shape> }>(create, onClose);
  const form = useFields(shape, { ...useReporter(), omicon_version: '', comment: '' });

  function send(written: z.output<typeof shape>): void {
    const body = { ...written, omicon_version };
    sendReport({ body }, JSON.stringify(body));
  }

  return (
    <FieldsModal
      label="Submit"
      form={form}
      isBusy={create.isPending}
      failure={create.error}
      onSubmit={send}
      onClose={onClose}
    >
      <ReporterFields email="email" />
      <Field
        name="comment"
        as={Textarea}
        label="Comment"
        required
        autosize
        minRows={5}
        maxRows={14}
        maxLength={10_000}
      />
    </FieldsModal>
  );
}
