import { Stack } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { FieldsForm, type FieldsFormProps } from './FieldsForm.tsx';
import { ModalFrame } from './ModalFrame.tsx';

interface FieldsModalProps<In extends FieldValues, Out> extends FieldsFormProps<In, Out> {
  /** label of the submit button */
  label: string;
  isBusy: boolean;
  /** disables submitting because of something other than the fields */
  isDisabled?: boolean;
  onClose(): void;
}

/** Fields of a modal, submitted by Enter or by the button below them. */
export function FieldsModal<In extends FieldValues, Out>({
  label,
  isBusy,
  isDisabled = false,
  onClose,
  children,
  ...fields
}: FieldsModalProps<In, Out>) {
  // Read at each render, because reading subscribes to it.
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
