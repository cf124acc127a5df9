import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { BasketItem } from '@omicon/contract/areas/baskets.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { lazyForm } from '../../ui/form/lazy-form.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { formatCount } from '../../ui/text/format.ts';
import type { BasketForm as Form } from './BasketForm.tsx';
import { samplesOf } from './basket-groups.ts';

const BasketForm = lazyForm<Parameters<typeof Form>[0]>(
  async () => (await import('./BasketForm.tsx')).BasketForm,
);

interface CompareBasketSamplesProps {
  /** name of the basket */
  name: string;
  items: readonly BasketItem[];
}

/** Takes the samples of a basket to a comparison; for people with an account, as the group is saved. */
export function CompareBasketSamples({ name, items }: CompareBasketSamplesProps) {
  const { hasPermission } = useSession();
  const [first, ...others] = new Set(samplesOf(items).map(({ record_number }) => record_number));
  if (first === undefined || !hasPermission('SEARCH_QUERY_CREATE')) return null;
  if (others.length > 0)
    return (
      <Text size="xs" c="dimmed" role="note">
        These samples are of {formatCount(others.length + 1)} data collections. To compare samples, check
        those of one.
      </Text>
    );
  function open(): void {
    const id = modals.open({
      title: 'Compare samples',
      children: (
        <BasketForm name={name} items={items} collection={first ?? 0} onClose={() => modals.close(id)} />
      ),
    });
  }
  return <SecondaryButton onClick={open}>Compare samples</SecondaryButton>;
}
