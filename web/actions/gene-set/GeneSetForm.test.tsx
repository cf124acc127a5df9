// @vitest-environment jsdom
import {
  checkGenes,
  createGeneSets,
  type GeneSetItem,
  listGeneSetCategories,
  listSpecies,
  updateGeneSet,
} from '@omicon/contract/areas/genes/gene-sets.ts';
import { OTHER } from '@omicon/domain/records/gene-sets.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { GeneSetForm } from './GeneSetForm.tsx';

const ASTROCYTES: GeneSetItem = {
  id: 7,
  omicon_id: 'OM.GS.7',
  set_id: 'MOSET7',
  name: 'CAHOY_ASTROCYTES',
  set_source: 'ada',
  category: 'Cell type',
  size: 3,
  species: 'human',
  pubmed_id: '18171944',
  description: 'Genes of astrocytes',
  updated_at: '2026-11-02T10:00:00Z',
  uploaded_by: 'ada',
  version: 4,
  editable: true,
  deletable: true,
};

const REPORT = {
  name: null,
  description: null,
  genes: 3,
  note: null,
  official: 2,
  cleaned: [],
  mapped: [],
  dates: [{ from: '2-Sep', to: 'SEPTIN2' }],
  ambiguous: [],
  unknown: [],
  repeated: 0,
};

function openForm(set: GeneSetItem | null) {
  const onClose = vi.fn();
  const onSaved = vi.fn();
  const opened = openScreen(<GeneSetForm set={set} onClose={onClose} onSaved={onSaved} />);
  const { portal, draw, user } = opened;
  portal.replies(listGeneSetCategories, { results: ['Cell type', 'Disease', OTHER] });
  portal.replies(listSpecies, { results: ['human', 'mouse', OTHER] });
  portal.replies(checkGenes, { table: 'HGNC', results: [REPORT] });
  const { container } = draw();
  return {
    portal,
    user,
    onClose,
    onSaved,
    field: (name: string) => screen.getByRole('textbox', { name }),
    /** Categories and species are loaded from the portal. */
    async select(name: string, choice: string) {
      const select = screen.getByRole('combobox', { name });
      await user.selectOptions(select, await within(select).findByRole('option', { name: choice }));
    },
    button: (name: string) => screen.getByRole('button', { name }),
    /** A test cannot use the file picker of the button, and the hidden input has no label. */
    async choose(file: File) {
      const input = container.querySelector<HTMLInputElement>('input[type=file]');
      if (input === null) throw new Error('The form has no file input.');
      await user.upload(input, file);
    },
  };
}

type Form = ReturnType<typeof openForm>;

const genes = () => new File(['GFAP\nAQP4\n2-Sep\n'], 'astrocytes.txt', { type: 'text/plain' });

async function fillIn({ user, field, select, choose }: Form) {
  await select('Category', 'Cell type');
  await select('Species', 'human');
  await user.type(field('Description'), 'Genes of astrocytes');
  await choose(genes());
}

test('a set without a name, category, species or description cannot be created', async () => {
  const form = openForm(null);
  await form.user.click(form.field('Set name'));
  await form.user.tab();
  expect(await screen.findByText('Enter set name')).toBeDefined();
  expect(form.button('Create')).toHaveProperty('disabled', true);
});

test('a gene file fills in the name of the set, shows a report, and is sent with the other fields', async () => {
  const form = openForm(null);
  form.portal.replies(createGeneSets, { results: [ASTROCYTES] });
  await fillIn(form);
  expect(await screen.findByText(/3 genes, 2 with an official symbol/)).toBeDefined();
  const symbol = screen.getByRole('link', { name: 'SEPTIN2' });
  expect([symbol.parentElement?.textContent, symbol.getAttribute('href')]).toEqual([
    '2-Sep → SEPTIN2',
    '/home/genes/SEPTIN2',
  ]);
  expect(form.field('Set name')).toHaveProperty('value', 'astrocytes');
  expect(form.portal.sent(checkGenes).at(-1)?.body).toMatchObject({ species: 'human' });
  await waitFor(() => expect(form.button('Create')).toHaveProperty('disabled', false));
  await form.user.click(form.button('Create'));
  await waitFor(() => expect(form.onSaved).toHaveBeenCalledWith(ASTROCYTES));
  expect(form.portal.sent(createGeneSets).map(({ body }) => body)).toEqual([
    {
      setName: 'astrocytes',
      setSize: '',
      pubMedId: '',
      category: 'Cell type',
      otherCategory: '',
      species: 'human',
      otherSpecies: '',
      description: 'Genes of astrocytes',
      file: { name: 'astrocytes.txt', content: 'GFAP\nAQP4\n2-Sep\n' },
      repair: true,
    },
  ]);
  expect(form.onClose).toHaveBeenCalledOnce();
  expect(await screen.findByText('CAHOY_ASTROCYTES')).toBeDefined();
});

test('a field that the server refuses shows why, and the form keeps its values', async () => {
  const form = openForm(null);
  const detail = 'A set of yours is already called astrocytes.';
  form.portal.refuses(createGeneSets, 409, { code: 'conflict', detail, fields: { setName: detail } });
  await fillIn(form);
  await waitFor(() => expect(form.button('Create')).toHaveProperty('disabled', false));
  await form.user.click(form.button('Create'));
  expect(within(await screen.findByRole('alert')).getByText(detail)).toBeDefined();
  expect(form.field('Set name').getAttribute('aria-invalid')).toBe('true');
  expect(form.field('Description')).toHaveProperty('value', 'Genes of astrocytes');
  expect(form.onClose).not.toHaveBeenCalled();

  form.portal.replies(createGeneSets, { results: [ASTROCYTES] });
  await form.user.clear(form.field('Set name'));
  await form.user.type(form.field('Set name'), 'CAHOY_ASTROCYTES');
  await waitFor(() => expect(form.field('Set name').getAttribute('aria-invalid')).not.toBe('true'));
  await form.user.click(form.button('Create'));
  await waitFor(() => expect(form.onClose).toHaveBeenCalledOnce());
  expect(form.portal.sent(createGeneSets)[1]?.body).toMatchObject({ setName: 'CAHOY_ASTROCYTES' });
});

test('the category Other requires a name, until another category is chosen', async () => {
  const form = openForm(null);
  await form.user.type(form.field('Set name'), 'CAHOY_ASTROCYTES');
  await form.select('Species', 'human');
  await form.user.type(form.field('Description'), 'Genes of astrocytes');
  await form.select('Category', OTHER);
  await form.user.click(form.field('Other category'));
  await form.user.tab();
  expect(await screen.findByText('Enter other category')).toBeDefined();
  expect(form.button('Create')).toHaveProperty('disabled', true);
  await form.select('Category', 'Disease');
  expect(screen.queryByRole('textbox', { name: 'Other category' })).toBeNull();
  await form.choose(genes());
  await waitFor(() => expect(form.button('Create')).toHaveProperty('disabled', false));
});

test('an edit needs no file and sends the version that it started from', async () => {
  const form = openForm(ASTROCYTES);
  const changed = { ...ASTROCYTES, description: 'Genes of mature astrocytes', version: 5 };
  form.portal.replies(updateGeneSet, changed);
  await form.user.clear(form.field('Description'));
  await form.user.type(form.field('Description'), changed.description);
  await waitFor(() => expect(form.button('Save')).toHaveProperty('disabled', false));
  await form.user.click(form.button('Save'));
  await waitFor(() => expect(form.onSaved).toHaveBeenCalledWith(changed));
  const [sent] = form.portal.sent(updateGeneSet);
  expect(sent?.params).toEqual({ id: '7' });
  expect(sent?.body).toMatchObject({ description: changed.description, version: 4, setSize: '3' });
  expect(sent?.body).not.toHaveProperty('file');
});
