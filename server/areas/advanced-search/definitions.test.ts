/** Definitions for the wizard: fields of each section, operators, and feature flags. */
import {
  getSearchDefinitions,
  type QueryField,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { OPERATORS, QUERY_SECTIONS } from '@omicon/domain/query/query.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let sections: Record<(typeof QUERY_SECTIONS)[number], QueryField[]>;
beforeAll(async () => {
  portal = await openTestPortal();
  await aLaboratory(portal, { visibility: 'public' });
  const { reply } = await portal.call(getSearchDefinitions, { as: await portal.signInAs('GU') });
  sections = reply.sections;
});
afterAll(() => portal.close());

function fieldOf(section: keyof typeof sections, name: string): QueryField | undefined {
  return sections[section].find(({ field }) => field === name);
}

describe('a field of the wizard', () => {
  test('has underscores for the spaces of its label, a type and operators of the wire', () => {
    expect(Object.keys(sections).toSorted()).toEqual([...QUERY_SECTIONS].toSorted());
    for (const each of Object.values(sections).flat()) {
      expect(each.field).not.toMatch(/\s/);
      expect(each.label).toBe(each.field.replaceAll('_', ' '));
      expect(each.operators.length, each.field).toBeGreaterThan(1);
      expect(each.operators.filter((operator) => !OPERATORS.includes(operator))).toEqual([]);
    }
  });

  test('of text has completion and no ordering operators', () => {
    expect(fieldOf('dataset', 'Platform')).toMatchObject({ type: 'string', isAutoComplete: true });
    expect(fieldOf('dataset', 'Platform')?.operators).toEqual([
      'equal',
      'notequal',
      'in',
      'notin',
      'contains',
    ]);
  });

  test('of numbers has ordering operators and no completion', () => {
    const field = fieldOf('networks', 'MinSize');
    expect(field).toMatchObject({ type: 'number', isAutoComplete: false });
    expect(field?.operators).toEqual(expect.arrayContaining(['greaterthan', 'lessthanorequal']));
    expect(field?.operators).not.toContain('contains');
  });

  test('of an ontology is marked as such and accepts a term with its descendants', () => {
    const ids = Object.values(sections)
      .flat()
      .filter(({ IsOntologyId }) => IsOntologyId);
    expect(ids.map(({ field }) => field)).toContain('MONDO_ID');
    expect(ids.every(({ operators }) => operators.includes('under'))).toBe(true);
    expect(fieldOf('sample', 'Sex')).toMatchObject({ IsOntologyId: false, ontology: null });
  });
});
