import { Checkbox, FileInput, NativeSelect } from '@mantine/core';
import {
  checkOthers,
  createGeneSets,
  type GeneSetItem,
  geneSetFields,
  listGeneSetCategories,
  listSpecies,
  updateGeneSet,
} from '@omicon/contract/areas/genes/gene-sets.ts';
import { OTHER } from '@omicon/domain/records/gene-sets.ts';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { describeError } from '../../base/calls/call-error.ts';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { readFileText } from '../../base/files/read-file.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { DescriptionField } from '../../ui/form/DescriptionField.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useFields } from '../../ui/form/FieldsForm.tsx';
import { FieldsModal } from '../../ui/form/FieldsModal.tsx';
import { REFRESHES_SETS, useCheckGenes } from './calls.ts';
import { RepairReport } from './RepairReport.tsx';

const shape = geneSetFields.superRefine(checkOthers);
const MAX_CHARACTERS = 900_000;
/** Maximum bytes per character; larger files are not read at all. */
const BYTES_OF_A_CHARACTER = 4;

export interface GeneFile {
  name: string;
  content: string;
}

function startOf(set: GeneSetItem | null, file: GeneFile | null) {
  return {
    setName: set?.name ?? file?.name.replace(/\.[^.]+$/, '') ?? '',
    setSize: set?.size == null ? '' : String(set.size),
    pubMedId: set?.pubmed_id ?? '',
    category: set?.category ?? '',
    otherCategory: '',
    species: set?.species ?? '',
    otherSpecies: '',
    description: set?.description ?? '',
  };
}

/** The choices of a list, with the value of the set itself, which may be missing among them. */
function withOwn(choices: string[] | undefined, own: string) {
  return [...new Set(['', ...(own === '' ? [] : [own]), ...(choices ?? [])])].map((value) => ({
    value,
    label: value === '' ? 'Choose' : value,
  }));
}

/** Reads a file as text. @throws Error with a message for the person if it is too large or gone */
async function readFile(file: File): Promise<GeneFile> {
  const isReadable = file.size <= MAX_CHARACTERS * BYTES_OF_A_CHARACTER;
  const content = isReadable ? await readFileText(file) : '';
  if (!isReadable || content.length > MAX_CHARACTERS)
    throw new Error('This file is too large for the form. Please add it as a collection of gene sets.');
  return { name: file.name, content };
}

/** The chosen file of genes, or why it was refused. */
function useGeneFile(start: GeneFile | null, onRead: (file: GeneFile) => void) {
  const [file, setFile] = useState(start);
  const [refusal, setRefusal] = useState<string | null>(null);
  const chosenLast = useRef<File | null>(null);
  async function choose(picked: File | null): Promise<void> {
    chosenLast.current = picked;
    setFile(null);
    setRefusal(null);
    if (picked === null) return;
    try {
      const read = await readFile(picked);
      // Another file may have been chosen in the meantime.
      if (chosenLast.current !== picked) return;
      setFile(read);
      onRead(read);
    } catch (error) {
      if (chosenLast.current !== picked) return;
      setRefusal(error instanceof Error ? error.message : describeError(error));
    }
  }

  return { file, refusal, choose };
}

/** Creates gene sets from a file, or changes a set. */
function useSaveGeneSet(set: GeneSetItem | null, file: GeneFile | null, onSaved: (set: GeneSetItem) => void) {
  const create = useChange(createGeneSets, { ...REFRESHES_SETS, isHandled: true });
  const update = useChange(updateGeneSet, { ...REFRESHES_SETS, isHandled: true });

  function finish(saved: GeneSetItem, count: number): void {
    showToast({ type: 'success', title: 'Saved', message: count > 1 ? `${count} gene sets` : saved.name });
    onSaved(saved);
  }

  function save(body: z.output<typeof shape> & { repair: boolean }): void {
    if (set !== null)
      update.mutate(
        {
          params: { id: set.id },
          body: { ...body, version: set.version, ...(file === null ? {} : { file }) },
        },
        { onSuccess: (saved) => finish(saved, 1) },
      );
    else if (file !== null)
      create.mutate(
        { body: { ...body, file } },
        { onSuccess: ({ results }) => results[0] && finish(results[0], results.length) },
      );
  }

  return { save, isBusy: create.isPending || update.isPending, failure: update.error ?? create.error };
}

interface GeneSetFormProps {
  /** null for a new one */
  set: GeneSetItem | null;
  /** genes to start with */
  file?: GeneFile | null;
  onClose(): void;
  onSaved(set: GeneSetItem): void;
}

/** The new-gene-set modal, also used for edits. */
export function GeneSetForm({ set, file: start = null, onClose, onSaved }: GeneSetFormProps) {
  const [repair, setRepair] = useState(true);
  const categories = useEndpoint(listGeneSetCategories, {});
  const species = useEndpoint(listSpecies, {});
  const form = useFields(shape, startOf(set, start));
  const { watch, setValue, getValues } = form;
  const { file, refusal, choose } = useGeneFile(start, ({ name }) => {
    // Default to the number of genes in the file, unless a size was typed.
    if (set !== null) setValue('setSize', '', { shouldValidate: true });
    if (getValues('setName') === '')
      setValue('setName', name.replace(/\.[^.]+$/, ''), { shouldValidate: true });
  });
  const chosen = watch();
  const spoken = (chosen.species === OTHER ? chosen.otherSpecies : chosen.species) ?? '';
  const check = useCheckGenes(file, spoken);
  const isReady = (set !== null || file !== null) && !check.isError;

  const { save, isBusy, failure } = useSaveGeneSet(set, file, (saved) => {
    onClose();
    onSaved(saved);
  });

  return (
    <FieldsModal
      label={set === null ? 'Create' : 'Save'}
      form={form}
      isBusy={isBusy}
      isDisabled={!isReady}
      failure={failure}
      onSubmit={(fields) => isReady && save({ ...fields, repair })}
      onClose={onClose}
    >
      <Field
        name="setName"
        label="Set name"
        description="E.g. SMITH_ASTROCYTES. A GMT file contains the names of its sets."
        required
        data-autofocus
      />
      <Field
        name="category"
        as={NativeSelect}
        label="Category"
        required
        data={withOwn(categories.data?.results, set?.category ?? '')}
      />
      {chosen.category === OTHER && <Field name="otherCategory" label="Other category" required />}
      <Field
        name="species"
        as={NativeSelect}
        label="Species"
        required
        data={withOwn(species.data?.results, set?.species ?? '')}
      />
      {chosen.species === OTHER && <Field name="otherSpecies" label="Other species" required />}
      <DescriptionField />
      <Field
        name="setSize"
        label="Set size"
        inputMode="numeric"
        description="The number of genes unless you state another"
      />
      <Field name="pubMedId" label="PubMed ID" inputMode="numeric" />
      <FileInput
        label={set === null ? 'File of genes' : 'New file of genes'}
        description="A list of genes, a table with a column of genes, or GMT"
        placeholder={start?.name ?? 'Choose a file'}
        required={set === null && start === null}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear file' }}
        accept=".txt,.csv,.gmt,text/plain,text/csv"
        error={refusal ?? (check.isError ? describeError(check.error) : null)}
        onChange={(picked) => void choose(picked)}
      />
      {check.data !== undefined && file !== null && <RepairReport reply={check.data} species={spoken} />}
      <Checkbox
        label="Replace aliases and dates by official symbols"
        checked={repair}
        onChange={(event) => setRepair(event.currentTarget.checked)}
      />
    </FieldsModal>
  );
}
