import { type Basket, renameBasket } from '@omicon/contract/areas/baskets.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { NameForm } from '../../ui/form/NameForm.tsx';
import { REFRESHES_BASKETS, useCreateBasket } from './calls.tsx';

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
