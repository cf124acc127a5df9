// @vitest-environment jsdom
import {
  type AttributeDefinition,
  createSampleAttribute,
  updateDataSetAttribute,
  updateSampleAttribute,
} from '@omicon/contract/areas/attributes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { AttributeForm } from './AttributeForm.tsx';

const GRADE: AttributeDefinition = {
  id: 12,
  name: 'Tumor grade',
  attribute_type: 'Enumeration',
  possible_values: ['II', 'III', 'IV'],
  examples: 'III',
  is_required: false,
  is_indexed: true,
  data_source: 'Pathology report',
  description: 'Grade by WHO 2021',
  category: 'Clinical',
  value_labels: { IV: 'high grade' },
  follow_up: null,
  unit: null,
  deletable: true,
  version: 2,
  updated_at: '2026-11-02T10:00:00Z',
  used_in: 0,
};

function openForm(kind: 'sample' | 'data-set', attribute: AttributeDefinition | null) {
  const onClose = vi.fn();
  const { portal, draw, user } = openScreen(
    <AttributeForm kind={kind} attribute={attribute} onClose={onClose} />,
  );
  draw();
  return {
    portal,
    user,
    onClose,
    field: (name: string) => screen.getByRole('textbox', { name }),
    choice: (name: string) => screen.getByRole('combobox', { name }),
    button: (name: string) => screen.getByRole('button', { name }),
  };
}

async function fillIn({ user, field, choice }: ReturnType<typeof openForm>) {
  await user.type(field('Attribute name'), 'Tumor grade');
  await user.selectOptions(choice('Attribute type'), 'Enumeration');
  await user.type(field('Enumerated values'), 'II, III, IV');
  await user.type(field('Example'), 'III');
  await user.selectOptions(choice('Required'), 'No');
  await user.type(field('Data source'), 'Pathology report');
  await user.type(field('Description'), 'Grade by WHO 2021');
}

test('all fields of an attribute are sent', async () => {
  const form = openForm('sample', null);
  form.portal.replies(createSampleAttribute, GRADE);
  expect(form.button('Add')).toHaveProperty('disabled', true);
  await fillIn(form);
  await waitFor(() => expect(form.button('Add')).toHaveProperty('disabled', false));
  await form.user.click(form.button('Add'));
  await waitFor(() => expect(form.onClose).toHaveBeenCalledOnce());
  expect(form.portal.sent(createSampleAttribute).map(({ body }) => body)).toEqual([
    {
      sampleAttributeSource: 'Tumor grade',
      type: 'Enumeration',
      examples: 'III',
      required: 'No',
      indexed: 'No',
      possibleValues: 'II, III, IV',
      category: '',
      dataSource: 'Pathology report',
      description: 'Grade by WHO 2021',
      value_labels: {},
      follow_up: '',
      unit: '',
    },
  ]);
  expect(await screen.findByRole('status')).toHaveProperty('textContent', 'SavedTumor grade');
});

test('enumerated values belong to that type and are separated by commas', async () => {
  const form = openForm('sample', null);
  expect(form.field('Enumerated values')).toHaveProperty('disabled', true);
  await form.user.selectOptions(form.choice('Attribute type'), 'Enumeration');
  await form.user.type(form.field('Enumerated values'), 'II; III');
  await form.user.tab();
  expect(await screen.findByText('Please enter comma separated values')).toBeDefined();
  await form.user.selectOptions(form.choice('Attribute type'), 'String');
  expect(form.field('Enumerated values')).toMatchObject({ disabled: true, value: '' });
  expect(screen.queryByText('Please enter comma separated values')).toBeNull();
});

test('an example that does not fit another type is refused as soon as the type is chosen', async () => {
  const form = openForm('sample', null);
  await form.user.type(form.field('Example'), '2026-11-02');
  await form.user.selectOptions(form.choice('Attribute type'), 'Numeric');
  expect(await screen.findByText('Please enter a valid number')).toBeDefined();
});

test('a name that is taken is reported beside the field until it is changed', async () => {
  const form = openForm('sample', null);
  const detail = 'Another sample attribute is already called Tumor grade.';
  form.portal.refuses(createSampleAttribute, 409, {
    code: 'conflict',
    detail,
    fields: { sampleAttributeSource: detail },
  });
  await fillIn(form);
  await waitFor(() => expect(form.button('Add')).toHaveProperty('disabled', false));
  await form.user.click(form.button('Add'));
  expect(within(await screen.findByRole('alert')).getByText(detail)).toBeDefined();
  const name = form.field('Attribute name');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(form.onClose).not.toHaveBeenCalled();
  await form.user.type(name, ' (WHO)');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).not.toBe('true'));
  expect(form.button('Add')).toHaveProperty('disabled', false);
});

test('an edit starts with the stored values and sends their version', async () => {
  const form = openForm('data-set', GRADE);
  form.portal.replies(updateDataSetAttribute, { ...GRADE, version: 3 });
  expect(form.field('Enumerated values')).toHaveProperty('value', 'II, III, IV');
  expect(form.choice('Indexed')).toHaveProperty('value', 'Yes');
  await form.user.type(form.field('Description'), ', 5th edition');
  await waitFor(() => expect(form.button('Save')).toHaveProperty('disabled', false));
  await form.user.click(form.button('Save'));
  await waitFor(() => expect(form.onClose).toHaveBeenCalledOnce());
  const [sent] = form.portal.sent(updateDataSetAttribute);
  expect(sent?.params).toEqual({ id: '12' });
  expect(sent?.body).toMatchObject({ description: 'Grade by WHO 2021, 5th edition', version: 2 });
  expect(sent?.body).not.toHaveProperty('value_labels');
  expect(screen.queryByRole('group', { name: 'Labels of values' })).toBeNull();
});

describe('labels of values', () => {
  const rows = () => within(screen.getByRole('group', { name: 'Labels of values' }));

  test('are added, changed and removed by keyboard, and sent by value', async () => {
    const form = openForm('sample', { ...GRADE, value_labels: { II: 'low grade', IV: 'high grade' } });
    const { user, field, button } = form;
    form.portal.replies(updateSampleAttribute, { ...GRADE, version: 3 });
    await user.type(field('Label of value 1'), ' (WHO)');
    button('Add label').focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(field('Value 3'));
    await user.keyboard('III{Tab}anaplastic');
    button('Remove value 2').focus();
    await user.keyboard('{Enter}');
    expect(rows().getAllByRole('textbox')).toHaveLength(4);
    expect(document.activeElement).toBe(field('Value 2'));
    await waitFor(() => expect(button('Save')).toHaveProperty('disabled', false));
    await user.click(button('Save'));
    await waitFor(() => expect(form.onClose).toHaveBeenCalledOnce());
    const [sent] = form.portal.sent(updateSampleAttribute);
    expect(sent?.body).toMatchObject({
      value_labels: { II: 'low grade (WHO)', III: 'anaplastic' },
      version: 2,
    });
  });

  test('need a value and a label, each value once', async () => {
    const { user, field, button } = openForm('sample', GRADE);
    await user.click(button('Add label'));
    await user.type(field('Value 2'), 'IV ');
    await user.tab();
    expect(await rows().findByText('The value IV is listed twice.')).toBeDefined();
    await user.tab();
    expect(await rows().findByText('Enter label')).toBeDefined();
    expect(button('Save')).toHaveProperty('disabled', true);
    await user.type(field('Label of value 2'), 'low grade');
    await user.clear(field('Value 1'));
    await user.tab();
    expect(await rows().findByText('Enter value')).toBeDefined();
    await user.type(field('Value 1'), 'III');
    await waitFor(() => expect(button('Save')).toHaveProperty('disabled', false));
    expect(rows().queryByText(/twice|Enter/)).toBeNull();
  });

  test('leave the focus on the button that adds one when the last is removed', async () => {
    const { user, button } = openForm('sample', GRADE);
    await user.click(button('Remove value 1'));
    expect(document.activeElement).toBe(button('Add label'));
    expect(rows().queryByRole('textbox')).toBeNull();
  });
});
