import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { VisibilityChoice } from '../../../ui/form/VisibilityChoice.tsx';
import type { Mapping } from '../use-draft-map.ts';
import { DraftSection, HINT_BELOW } from './DraftSection.tsx';

type TextField =
  | 'title'
  | 'accession'
  | 'source'
  | 'pubmed_id'
  | 'organism'
  | 'technology'
  | 'platform'
  | 'analyte';

const FIELDS: readonly { field: TextField; label: string; description: string }[] = [
  { field: 'title', label: 'Title', description: 'Of the data collection, such as Doe 2020' },
  { field: 'accession', label: 'Accession', description: 'Such as GSE55235; names the folder, too' },
  { field: 'source', label: 'Source', description: 'Where the data are from, such as GEO' },
  { field: 'pubmed_id', label: 'PubMed ID', description: 'Of the publication' },
  { field: 'organism', label: 'Organism', description: 'Such as Homo sapiens' },
  { field: 'technology', label: 'Technology', description: 'Such as Microarray or RNA-seq' },
  { field: 'platform', label: 'Platform', description: 'Such as Affymetrix U133A; empty if there is none' },
  { field: 'analyte', label: 'Analyte', description: 'Kind of molecule, such as mRNA' },
];
const REQUIRED: ReadonlySet<TextField> = new Set(['title', 'accession']);

/** What the new records are called, and who sees them. */
export function RecordsSection({ map, faults, edit }: Mapping) {
  return (
    <DraftSection title="Records">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {FIELDS.map(({ field, label, description }) => (
          <TextInput
            key={field}
            size="xs"
            label={label}
            description={description}
            inputWrapperOrder={HINT_BELOW}
            required={REQUIRED.has(field)}
            value={map[field]}
            error={faults.get(field)}
            onChange={({ currentTarget }) => edit({ [field]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      <Textarea
        size="xs"
        label="Notes"
        autosize
        minRows={2}
        maxRows={10}
        value={map.notes}
        error={faults.get('notes')}
        onChange={({ currentTarget }) => edit({ notes: currentTarget.value })}
      />
      <VisibilityChoice size="xs" value={map.visibility} onChange={(visibility) => edit({ visibility })} />
    </DraftSection>
  );
}
