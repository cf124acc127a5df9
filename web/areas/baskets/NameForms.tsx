import { TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { type Basket, renameBasket } from '@omicon/contract/areas/baskets.ts';
import { describeError } from '../../base/calls/call-error.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { REFRESHES_BASKETS, useCreateBasket } from './calls.tsx';

interface NameFormProps {
  start: string;
  label: string;
  failure: unknown;
  isBusy: boolean;
  onSave(name: string): void;
  onClose(): void;
}

function NameForm({ start, label, failure, isBusy, onSave, onClose }: NameFormProps) {
  const [name, setName] = useInputState(start);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name.trim());
      }}
    >
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: onClose },
          { kind: 'submit', label, isBusy, isDisabled: name.trim() === '' },
        ]}
      >
        <TextInput
          label="Name"
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={setName}
          error={failure === null ? null : describeError(failure)}
        />
      </ModalFrame>
    </form>
  );
}

export interface NewBasket {
  /** token of the shared basket that is copied */
  copy_of?: string;
  start: string;
  onCreated(basket: Basket): void;
}

export function CreateForm({ copy_of, start, onCreated, onClose }: NewBasket & { onClose(): void }) {
  const create = useCreateBasket();
  async function save(name: string): Promise<void> {
    const basket = await create.mutateAsync({ name, ...(copy_of === undefined ? {} : { copy_of }) });
    onClose();
    onCreated(basket);
  }
  return (
    <NameForm
      start={start}
      label={copy_of === undefined ? 'Create' : 'Copy'}
      failure={create.error}
      isBusy={create.isPending}
      // The form shows the failure.
      onSave={(name) => void save(name).catch(() => undefined)}
      onClose={onClose}
    />
  );
}

export function RenameForm({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const rename = useChange(renameBasket, { ...REFRESHES_BASKETS, isHandled: true });
  return (
    <NameForm
      start={name}
      label="Rename"
      failure={rename.error}
      isBusy={rename.isPending}
      onSave={(chosen) => rename.mutate({ params: { id }, body: { name: chosen } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
