import { zodResolver } from '@hookform/resolvers/zod';
import { Stack, Textarea } from '@mantine/core';
import { createFeedback } from '@omicon/contract/feedback.ts';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useCheckVersion } from '../../base/calls/use-check-version.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { ReporterFields } from './ReporterFields.tsx';
import { useReporter, useSendReport } from './use-report.ts';

const shape = createFeedback.body;

/** What is good, missing or wished for. */
export function FeedbackForm({ onClose }: { onClose(): void }) {
  const omicon_version = useCheckVersion()?.product_version ?? '';
  const create = useChange(createFeedback, { isHandled: true });
  const sendReport = useSendReport<{ body: z.input<typeof shape> }>(create, onClose);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(shape),
    mode: 'onTouched',
    defaultValues: { ...useReporter(), omicon_version: '', comment: '' },
  });
  const { errors, isValid } = formState;
  const bind = (name: 'first_name' | 'last_name' | 'email' | 'comment') => ({
    ...register(name),
    error: errors[name]?.message,
  });

  const send = handleSubmit((written) => {
    const body = { ...written, omicon_version };
    sendReport({ body }, JSON.stringify(body));
  });

  return (
    <form onSubmit={send} noValidate>
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: onClose },
          { kind: 'submit', label: 'Submit', isDisabled: !isValid, isBusy: create.isPending },
        ]}
      >
        <Stack gap="md">
          {create.isError && <ErrorPanel error={create.error} />}
          <ReporterFields first={bind('first_name')} last={bind('last_name')} email={bind('email')} />
          <Textarea
            label="Comment"
            required
            autosize
            minRows={5}
            maxRows={14}
            maxLength={10_000}
            {...bind('comment')}
          />
        </Stack>
      </ModalFrame>
    </form>
  );
}
