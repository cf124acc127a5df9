import { modals } from '@mantine/modals';
import { lazyForm } from '../../ui/form/lazy-form.tsx';
import type { NewBasket } from './CreateForm.tsx';

const CreateForm = lazyForm(async () => (await import('./CreateForm.tsx')).CreateForm);

/** Asks for the name of a new basket, and creates it. */
export function openNewBasket(basket: NewBasket): void {
  const id = modals.open({
    title: basket.copy_of === undefined ? 'New basket' : 'Copy to my baskets',
    children: <CreateForm {...basket} onClose={() => modals.close(id)} />,
  });
}
