import { Alert, Button, Text } from '@mantine/core';
import type { getSearchDefinitions } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { type QuerySection, rulesOf, type SampleGroup } from '@omicon/domain/query/query.ts';
import { SECTION_TITLES } from '@omicon/domain/query/query-rows.ts';
import { ENRICHMENT } from '@omicon/domain/query/rules/enrichment.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { type Draft, wizardAddress } from './query-address.ts';
import { GroupEditor } from './rule-tree/GroupEditor.tsx';
import { EMPTY_GROUP, withSection } from './rules/edit-query.ts';
import { EditorProvider } from './rules/editor-context.ts';
import { QuantifierFields } from './rules/inputs/QuantifierFields.tsx';
import type { LiveCounts } from './rules/use-live-counts.ts';
import { SECTIONS_OF_STEP } from './rules/words.ts';

const HINTS: Readonly<Record<QuerySection, string>> = {
  collection: 'Data collections by attributes.',
  dataset: 'Data sets by attributes, measured features, and the analyses that use them.',
  sample: 'Samples by attributes, and how many samples of a data set must match.',
  networks: 'Covariation networks by parameters and statistics.',
  modules: 'Modules by size, statistics, features, and associated sample attributes.',
  genesets: 'Gene sets by attributes, and modules enriched in them.',
  analyses: 'Analyses by title, people, type and date.',
};

function DefaultFilter({ onUse }: { onUse(): void }) {
  return (
    <Alert variant="light" color="teal" mb="sm" p="sm">
      <Text size="sm">
        Default filter: Module Definition equal to Any, Enrichment P-value less than 0.05.
      </Text>
      <Button size="compact-sm" variant="light" mt={4} onClick={onUse}>
        Use the default filter
      </Button>
    </Alert>
  );
}

interface FilterStepProps {
  step: 'data' | 'analyses';
  section: QuerySection;
  draft: Draft;
  counts: LiveCounts;
  definitions: ReplyOf<typeof getSearchDefinitions>;
  onChange(draft: Draft): void;
}

/** Editor for the rules of a step, with its sections as tabs. */
export function FilterStep({ step, section, draft, counts, definitions, onChange }: FilterStepProps) {
  const group: SampleGroup = draft.filters[section] ?? EMPTY_GROUP;
  const setGroup = (next: SampleGroup) =>
    onChange({ ...draft, filters: withSection(draft.filters, section, next) });
  const fault = counts.faults.get(section);
  return (
    <>
      <TabLinks
        label={`Filters of ${step}`}
        chosen={section}
        tabs={SECTIONS_OF_STEP[step].map((name) => {
          const rules = rulesOf(draft.filters[name]).length;
          return {
            name,
            title: SECTION_TITLES[name],
            href: wizardAddress(draft, { step, tab: name }),
            ...(rules === 0 ? {} : { count: rules }),
          };
        })}
      />
      <TabPanel>
        <Text size="sm" c="dimmed" mb="sm">
          {HINTS[section]} {group.rules.length === 0 && 'Without rules, everything is included.'}
        </Text>
        {fault !== undefined && (
          <Alert color="red" variant="light" mb="sm" role="alert">
            {fault}
          </Alert>
        )}
        {counts.failure !== null && <ErrorPanel error={counts.failure} onRetry={counts.retry} />}
        {section === 'sample' && (
          <QuantifierFields group={group} type={draft.result_type} onChange={setGroup} />
        )}
        {section === 'genesets' && group.rules.length === 0 && (
          <DefaultFilter onUse={() => setGroup({ ...group, rules: [ENRICHMENT.initial] })} />
        )}
        <EditorProvider
          value={{
            section,
            fields: definitions.sections[section] ?? [],
            sampleFields: definitions.sections.sample ?? [],
            dataSetFields: definitions.sections.dataset ?? [],
            counts,
            offersTermIds: definitions.flags.includes('ONTOLOGY_AUTOCOMPLETE'),
          }}
        >
          <GroupEditor key={section} group={group} path={section} depth={1} onChange={setGroup} />
        </EditorProvider>
      </TabPanel>
    </>
  );
}
