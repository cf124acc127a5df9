import { modals } from '@mantine/modals';
import { lazyForm } from '../../ui/form/lazy-form.tsx';
import type { NewBasket } from './NameForms.tsx';

const CreateForm = lazyForm(async () => (await import('./NameForms.tsx')).CreateForm);
const RenameForm = lazyForm(async () => (await import('./NameForms.tsx')).RenameForm);

/** Asks for the name of a new basket, and creates it. */
export function openNewBasket(basket: NewBasket): void {
  const id = modals.open({
    title: basket.copy_of === undefined ? 'New basket' : 'Copy to my baskets',
    children: <CreateForm {...basket} onClose={() => modals.close(id)} />,
  });
}

export function openRenameBasket({ id, name }: { id: number; name: string }): void {
  const modal = modals.open({
    title: 'Rename basket',
    children: <RenameForm id={id} name={name} onClose={() => modals.close(modal)} />,
  });
}
