import { Text, Title } from '@mantine/core';
import { moduleAddress } from '@omicon/contract/addresses.ts';
import type { MetaModuleDetail } from '@omicon/contract/areas/analyses/atlas.ts';
import { getPreservationOfMetaModule } from '@omicon/contract/areas/matching.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { useRef } from 'react';
import { z } from 'zod';
import { PlacesTab } from '../../areas/atlas/meta-module/PlacesTab.tsx';
import { PreservationResult } from '../../areas/matching/PreservationPanel.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../ui/text/format.ts';

function Tested({ meta, dataSet }: { meta: MetaModuleDetail; dataSet: number }) {
  const reply = useEndpoint(getPreservationOfMetaModule, {
    params: { id: meta.id, data_set_id: dataSet },
    query: {},
  });
  if (!reply.isSuccess)
    return <NotLoaded reply={reply} refusal="Nothing to compare" what="the random sets" />;
  const { reference, members } = reply.data;
  const { module, data_set } = reference;
  const isFound = meta.places.some((place) => place.data_set === dataSet && place.state === 'found');
  return (
    <>
      <Text size="sm" mb="xs">
        {countOf(members, 'consensus gene')}, compared with{' '}
        <AddressLink href={moduleAddress(module.omicon_id)} size="sm" underline="always">
          {moduleLabel(module)}
        </AddressLink>{' '}
        of {data_set.title}, the most like the consensus in another cohort.
      </Text>
      <PreservationResult
        found={reply.data}
        name={meta.title}
        identifier="SYMBOL"
        what={isFound ? 'it is preserved' : 'it is present without a module'}
      />
    </>
  );
}

interface MetaModulePreservationProps {
  meta: MetaModuleDetail;
  /** data set in which it is tested */
  dataSet: number | undefined;
  onTest(dataSet: number | null): void;
}

/** Whether the consensus genes go together in a data set, in particular where no module is like them. */
function MetaModulePreservation({ meta, dataSet, onTest }: MetaModulePreservationProps) {
  const titleOf = new Map(meta.cohorts.map(({ id, title }) => [id, title]));
  const choices = meta.places.flatMap(({ data_set, state }) => {
    const label = titleOf.get(data_set);
    return label === undefined || state === 'not measurable' ? [] : [{ value: String(data_set), label }];
  });
  return (
    <section aria-labelledby="preservation">
      <Title order={2} size="h4" id="preservation" mb={4}>
        Preservation
      </Title>
      <Select
        size="xs"
        w={420}
        maw="100%"
        mb="md"
        label="Test its consensus genes in a data set"
        placeholder="Choose a data set"
        searchable
        clearable
        data={choices}
        value={dataSet === undefined ? null : String(dataSet)}
        onChange={(value) => onTest(value === null ? null : Number(value))}
      />
      {dataSet !== undefined && <Tested meta={meta} dataSet={dataSet} />}
    </section>
  );
}

const shape = z.object({
  /** data set in which its consensus genes are tested */
  test: z.coerce.number().int().optional().catch(undefined),
});

/** Where a meta-module is, and whether it is preserved where no module is like it. */
export function MetaModulePlaces({ meta }: { meta: MetaModuleDetail }) {
  const { query, setQuery } = useAddressQuery(shape);
  const preservation = useRef<HTMLDivElement>(null);
  const onTest = (dataSet: number | null) => setQuery({ test: dataSet === null ? null : String(dataSet) });
  return (
    <>
      <PlacesTab
        meta={meta}
        onTest={(dataSet) => {
          onTest(dataSet);
          preservation.current?.scrollIntoView({ block: 'start' });
        }}
      />
      <div ref={preservation}>
        <MetaModulePreservation meta={meta} dataSet={query.test} onTest={onTest} />
      </div>
    </>
  );
}
