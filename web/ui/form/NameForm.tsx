import { TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { describeError } from '../../base/calls/call-error.ts';
import { Form } from './Form.tsx';
import { ModalFrame } from './ModalFrame.tsx';

interface NameFormProps {
  start: string;
  /** what makes a good name */
  hint?: string | undefined;
  /** of the button */
  label: string;
  /** why the last attempt failed, or null */
  failure: unknown;
  isBusy: boolean;
  onSave(name: string): void;
  onClose(): void;
}

/** Gives something a name, in a dialog. */
export function NameForm({ start, hint, label, failure, isBusy, onSave, onClose }: NameFormProps) {
  const [name, setName] = useInputState(start);
  return (
    <Form onSubmit={() => name.trim() !== '' && onSave(name.trim())}>
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: onClose },
          { kind: 'submit', label, isBusy, isDisabled: name.trim() === '' },
        ]}
      >
        <TextInput
          label="Name"
          description={hint}
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={setName}
          error={failure === null ? null : describeError(failure)}
        />
      </ModalFrame>
    </Form>
  );
}
