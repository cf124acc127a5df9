import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { pipelineRunAddress } from '@omicon/contract/addresses.ts';
import {
  listPipelineRuns,
  startModuleSearch,
  USUAL_MIN_SIZES,
  USUAL_THRESHOLDS,
} from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { useState } from 'react';
import { MultiSelect } from '../../ui/form/options/MultiSelect.tsx';
import { useStartRun } from '../../ui/run/run-calls.ts';
import { formatCount } from '../../ui/text/format.ts';
import { type PipelineOptions, readNumbers } from './pipeline-text.ts';

const MOST = 12;

function faultOf(
  numbers: number[] | null,
  isValid: (number: number) => boolean,
  rule: string,
): string | null {
  if (numbers === null || numbers.length === 0 || !numbers.every(isValid)) return rule;
  return numbers.length > MOST ? `${MOST} at most.` : null;
}

interface ModuleSearchFormProps {
  id: number;
  options: PipelineOptions;
  allow_counts: boolean;
}

/** Finds modules over a grid of thresholds and sizes; networks are chosen from the grid afterwards. */
export function ModuleSearchForm({ id, options, allow_counts }: ModuleSearchFormProps) {
  const [thresholdText, setThresholdText] = useState(USUAL_THRESHOLDS.join(' '));
  const [sizeText, setSizeText] = useState(USUAL_MIN_SIZES.join(' '));
  const [sources, setSources] = useState(() =>
    options.no_enrichment === null ? options.gene_set_sources.map(({ name }) => name) : [],
  );
  const { isPending, start } = useStartRun(startModuleSearch, listPipelineRuns, pipelineRunAddress);
  const [thresholds, sizes] = [readNumbers(thresholdText), readNumbers(sizeText)];
  const thresholdFault = faultOf(thresholds, (each) => each > 0 && each < 1, 'Numbers between 0 and 1.');
  const sizeFault = faultOf(
    sizes,
    (each) => Number.isInteger(each) && each >= 3 && each <= 1000,
    'Whole numbers from 3 to 1,000.',
  );
  const isValid = thresholdFault === null && sizeFault === null;
  const body = {
    thresholds: thresholds ?? [],
    min_sizes: sizes ?? [],
    gene_set_sources: sources,
    allow_counts,
  };
  return (
    <Stack gap="md" component="section">
      <Title order={3}>Find modules</Title>
      <Text size="sm" c="dimmed" maw="72ch">
        Every pair of features is compared. A relative threshold of 0.99 takes the 1 % most similar pairs;
        modules of fewer features than the size are left out. You see modules and members of each combination
        before anything is stored.
      </Text>
      <Group gap="sm" align="flex-start">
        <TextInput
          size="xs"
          w={300}
          maw="100%"
          label="Relative thresholds"
          value={thresholdText}
          onChange={(event) => setThresholdText(event.currentTarget.value)}
          error={thresholdFault}
        />
        <TextInput
          size="xs"
          w={220}
          maw="100%"
          label="Smallest sizes"
          value={sizeText}
          onChange={(event) => setSizeText(event.currentTarget.value)}
          error={sizeFault}
        />
        <MultiSelect
          size="xs"
          w={320}
          maw="100%"
          label="Test enrichment of"
          placeholder={sources.length === 0 ? 'No gene sets' : ''}
          clearable
          data={options.gene_set_sources.map(({ name, gene_sets }) => ({
            value: name,
            label: `${name} (${formatCount(gene_sets)} sets)`,
          }))}
          value={sources}
          onChange={setSources}
          disabled={options.no_enrichment !== null}
        />
      </Group>
      {options.no_enrichment !== null && (
        <Text size="sm" role="note" maw="72ch">
          {options.no_enrichment} Modules can still be found.
        </Text>
      )}
      <Group>
        <Button
          size="xs"
          disabled={!isValid}
          loading={isPending}
          onClick={() => start({ params: { id }, body })}
        >
          Find modules
        </Button>
      </Group>
    </Stack>
  );
}
