import { Stack } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { FieldsForm, type FieldsFormProps } from './FieldsForm.tsx';
import { ModalFrame } from './ModalFrame.tsx';

interface FieldsModalProps<In extends FieldValues, Out> extends FieldsFormProps<In, Out> {
  /** what the acting button says */
  label: string;
  isBusy: boolean;
  /** something beside the fields is not ready */
  isDisabled?: boolean;
  onClose(): void;
}

/** Fields of a modal below each other, sent by Enter or by the button under them. */
export function FieldsModal<In extends FieldValues, Out>({
  label,
  isBusy,
  isDisabled = false,
  onClose,
  children,
  ...fields
}: FieldsModalProps<In, Out>) {
  // Read at each drawing, for reading it is what keeps it up to date.
  const { isValid } = fields.form.formState;
  return (
    <FieldsForm {...fields}>
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: onClose },
          { kind: 'submit', label, isBusy, isDisabled: isDisabled || !isValid },
        ]}
      >
        <Stack gap="sm">
          {fields.failure != null && <ErrorPanel title="Not saved" error={fields.failure} />}
          {children}
        </Stack>
      </ModalFrame>
    </FieldsForm>
  );
}
