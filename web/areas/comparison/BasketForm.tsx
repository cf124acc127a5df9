import { Stack, Text } from '@mantine/core';
import { compareAddress } from '@omicon/contract/addresses.ts';
import type { BasketItem } from '@omicon/contract/areas/baskets.ts';
import { listDataSetsOfCollection } from '@omicon/contract/areas/collections.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { Form } from '../../ui/form/Form.tsx';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { countOf } from '../../ui/text/format.ts';
import { useSaveBasketGroup } from './basket-groups.ts';
import { writeGroup } from './group-text.ts';

interface BasketFormProps {
  /** name of the basket */
  name: string;
  items: readonly BasketItem[];
  /** number of the data collection of the samples */
  collection: number;
  onClose(): void;
}

/** Asks for the data set in which samples of a basket become group A. */
export function BasketForm({ name, items, collection, onClose }: BasketFormProps) {
  const { history } = useRouter();
  const [chosen, setChosen] = useState<string | null>(null);
  const query = { page_size: 100 };
  const list = useEndpoint(listDataSetsOfCollection, { params: { id: collection }, query });
  const save = useSaveBasketGroup();
  function submit(): void {
    const dataSetId = Number(chosen);
    const onSuccess = (token: string | null) => {
      if (token === null) return;
      onClose();
      history.push(compareAddress(dataSetId, writeGroup({ token }) ?? ''));
    };
    save.mutate({ dataSetId, name, items }, { onSuccess });
  }
  return (
    <Form onSubmit={() => chosen !== null && submit()}>
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: onClose },
          { kind: 'submit', label: 'Compare', isBusy: save.isPending, isDisabled: chosen === null },
        ]}
      >
        <Stack gap="sm">
          <Text size="sm">
            {countOf(items.length, 'sample')} of “{name}” {items.length === 1 ? 'becomes' : 'become'} group A.
            It is saved with the data set.
          </Text>
          <Select
            label="Data set"
            required
            searchable
            data-autofocus
            openOnFocus={false}
            data={(list.data?.results ?? []).map(({ id, title, ds_version, number_of_samples }) => ({
              value: String(id),
              label: `${title} ${ds_version} (${countOf(number_of_samples, 'sample')})`,
            }))}
            nothingFoundMessage={list.isLoading ? 'Reading the data sets' : 'No data set is called so'}
            error={list.isError ? describeError(list.error) : null}
            value={chosen}
            onChange={setChosen}
          />
        </Stack>
      </ModalFrame>
    </Form>
  );
}
