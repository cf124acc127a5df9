import type { Basket } from '@omicon/contract/areas/baskets.ts';
import { NameForm } from '../../ui/form/NameForm.tsx';
import { useCreateBasket } from './calls.tsx';

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
