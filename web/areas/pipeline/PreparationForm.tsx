import { Alert, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { pipelineRunAddress } from '@omicon/contract/addresses.ts';
import { listPipelineRuns, startPreparation } from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useState } from 'react';
import { MultiSelect } from '../../ui/form/options/MultiSelect.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { useStartRun } from '../../ui/run/run-calls.ts';
import { countOf } from '../../ui/text/format.ts';
import { OutlierChoice } from './OutlierChoice.tsx';
import { type PipelineOptions, proposedSamples } from './pipeline-text.ts';

interface Batches {
  batch: string | null;
  covariates: string[];
  mean_only: boolean;
}

interface BatchFieldsProps {
  attributes: PipelineOptions['attributes'];
  value: Batches;
  onChange(value: Batches): void;
}

function BatchFields({ attributes, value, onChange }: BatchFieldsProps) {
  const labelled = attributes.map(({ name, values, missing }) => ({
    value: name,
    label: `${displayAttribute(name)} (${values} values${missing === 0 ? '' : `, ${missing} missing`})`,
  }));
  return (
    <Group gap="sm" align="flex-end">
      <Select
        size="xs"
        w={260}
        maw="100%"
        label="Correct batches of"
        placeholder="No correction"
        clearable
        searchable
        data={labelled.filter((one) => !value.covariates.includes(one.value))}
        value={value.batch}
        onChange={(batch) => onChange({ ...value, batch })}
      />
      <MultiSelect
        size="xs"
        w={320}
        maw="100%"
        label="Keep the effects of"
        placeholder={value.covariates.length === 0 ? 'No covariates' : ''}
        searchable
        clearable
        maxValues={5}
        disabled={value.batch === null}
        data={labelled.filter((one) => one.value !== value.batch)}
        value={value.covariates}
        onChange={(covariates) => onChange({ ...value, covariates })}
      />
      <Checkbox
        size="xs"
        mb={6}
        label="Means only"
        disabled={value.batch === null}
        checked={value.mean_only}
        onChange={(event) => onChange({ ...value, mean_only: event.currentTarget.checked })}
      />
    </Group>
  );
}

/** What a click does: `Remove 2 samples and normalise`. */
function describeSteps({
  removed,
  quantile_normalise,
  batch,
}: {
  removed: number;
  quantile_normalise: boolean;
  batch: string | null;
}): string {
  const steps = [
    ...(removed > 0 ? [`remove ${countOf(removed, 'sample')}`] : []),
    ...(quantile_normalise ? ['normalise'] : []),
    ...(batch === null ? [] : [`correct batches of ${displayAttribute(batch)}`]),
  ];
  const text = new Intl.ListFormat('en-GB').format(steps);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

interface PreparationFormProps {
  id: number;
  options: PipelineOptions;
  allow_counts: boolean;
}

/** Removes samples, normalises, corrects batches; each step makes a data set. */
export function PreparationForm({ id, options, allow_counts }: PreparationFormProps) {
  const [removed, setRemoved] = useState(() => proposedSamples(options));
  const [quantile_normalise, setNormalise] = useState(true);
  const [batches, setBatches] = useState<Batches>({ batch: null, covariates: [], mean_only: false });
  const { isPending, start } = useStartRun(startPreparation, listPipelineRuns, pipelineRunAddress);
  const codes = [removed.length > 0 && 'OR', quantile_normalise && 'QN', batches.batch !== null && 'BC'];
  const steps = codes.filter((code) => code !== false);
  const left = options.number_of_samples - removed.length;
  const { batch, covariates, mean_only } = batches;
  const body = {
    remove_samples: removed,
    quantile_normalise,
    correct_batches: batch === null ? null : { batch, covariates, mean_only },
    allow_counts,
  };
  return (
    <Stack gap="md" component="section">
      <Title order={3}>Prepare samples</Title>
      <OutlierChoice dataSet={id} rounds={options.rounds} removed={removed} onChange={setRemoved} />
      <Checkbox
        size="xs"
        label="Quantile normalise: all samples get the same distribution"
        checked={quantile_normalise}
        onChange={(event) => setNormalise(event.currentTarget.checked)}
      />
      <BatchFields attributes={options.attributes} value={batches} onChange={setBatches} />
      {left < 4 && (
        <Alert color="orange" role="note">
          At least four samples must stay.
        </Alert>
      )}
      <Group gap="md">
        <Button
          size="xs"
          disabled={steps.length === 0 || left < 4}
          loading={isPending}
          onClick={() => start({ params: { id }, body })}
        >
          {steps.length === 0
            ? 'Prepare samples'
            : describeSteps({ removed: removed.length, quantile_normalise, batch })}
        </Button>
        <Text size="sm" c="dimmed">
          {steps.length === 0
            ? 'Choose at least one step.'
            : `Makes ${steps.length === 1 ? 'a data set' : `${steps.length} data sets, one from another,`} of ${left} samples.`}
        </Text>
      </Group>
    </Stack>
  );
}
