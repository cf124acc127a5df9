import { Alert, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { describeError } from '../../base/calls/call-error.ts';
import { ModalFrame } from './ModalFrame.tsx';

interface FieldsModalProps {
  /** what the acting button says */
  label: string;
  isBusy: boolean;
  isDisabled: boolean;
  /** why the last try was refused */
  failure: unknown;
  onSubmit(event: FormEvent): Promise<void>;
  onClose(): void;
  children: ReactNode;
}

/** Fields of a modal below each other, sent by Enter or by the button under them. */
export function FieldsModal({
  label,
  isBusy,
  isDisabled,
  failure,
  onSubmit,
  onClose,
  children,
}: FieldsModalProps) {
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: onClose },
          { kind: 'submit', label, isBusy, isDisabled },
        ]}
      >
        <Stack gap="sm">
          {failure !== null && (
            <Alert color="red" title="Not saved" role="alert">
              {describeError(failure)}
            </Alert>
          )}
          {children}
        </Stack>
      </ModalFrame>
    </form>
  );
}
