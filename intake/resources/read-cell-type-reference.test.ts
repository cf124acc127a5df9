import { describe, expect, test } from 'vitest';
import { checkPlan } from '../check.ts';
import { planIntake } from '../plan/plan.ts';
import type { UnitOf } from '../records.ts';
import { smallCellTypes, table, treeOf } from '../test-tree.ts';
import { readCellTypeReference } from './read-cell-type-reference.ts';

const FOLDER = 'Jones_cell_types';

async function read(changes: Record<string, string> = {}) {
  const tree = treeOf(smallCellTypes(FOLDER, changes));
  const plan = await planIntake(tree);
  const unit = plan.units.find(
    (each): each is UnitOf<'cell-type-reference'> => each.kind === 'cell-type-reference',
  );
  if (unit === undefined) throw new Error('no reference was planned');
  return { plan, unit, ...(await readCellTypeReference(tree, unit)) };
}

/** `file line column: sentence` of the faults or warnings of an import with one reference. */
async function check(changes: Record<string, string | undefined>, which: 'faults' | 'warnings' = 'faults') {
  const files = smallCellTypes(FOLDER);
  for (const [name, content] of Object.entries(changes)) {
    if (content === undefined) delete files[`${FOLDER}/${name}`];
    else files[`${FOLDER}/${name}`] = content;
  }
  const tree = treeOf(files);
  const plan = await planIntake(tree);
  const found = plan.faults.length > 0 ? plan : await checkPlan(tree, plan);
  return found[which].map(
    ({ file, line, column, sentence }) => `${file.slice(FOLDER.length + 1)} ${line} ${column}: ${sentence}`,
  );
}

const ATTRIBUTES = (...rows: string[][]) => table(['Attribute', 'Value'], ...rows);

describe('a cell type reference', () => {
  test('is one unit with all files of its folder, called by its title', async () => {
    const { plan, unit } = await read();
    expect(plan.units).toHaveLength(1);
    expect(plan).toMatchObject({ faults: [], warnings: [], notUnderstood: [] });
    expect(unit.title).toBe('Cortex of Jones 2024');
    expect(unit.files.toSorted()).toEqual(Object.keys(smallCellTypes(FOLDER)).toSorted());
  });

  test('has its levels with types, the coarsest first, and tables by gene', async () => {
    const { record } = await read();
    expect(record).toMatchObject({
      title: 'Cortex of Jones 2024',
      organism: 'Homo sapiens',
      region: 'frontal cortex',
      condition: null,
      pubmed_id: '12345',
      identifier: 'SYMBOL',
    });
    expect(record?.levels.map(({ name }) => name)).toEqual(['class', 'subclass']);
    const [first, second] = record?.levels ?? [];
    expect(first).toMatchObject({
      variances: null,
      percents: null,
      genes: ['SYT1', 'AQP4', 'CSF1R', 'ACTB'],
    });
    expect(second?.types[2]).toEqual({
      name: 'Microglia',
      cells: 100,
      ontology_id: 'CL:0000129',
      parent: 'Glia',
    });
    expect([...(second?.means ?? [])]).toEqual([3, 0.25, 0.25, 0, 4, 0, 0.5, 0, 3, 4, 4, 4]);
    expect([...(second?.percents ?? [])].slice(0, 3)).toEqual([90, 5, 4]);
  });

  test('may have genes and types of a table in another order', async () => {
    const pct = table(
      ['Gene', 'Glia', 'Neuron'],
      ['ACTB', 1, 2],
      ['CSF1R', 3, 4],
      ['AQP4', 5, 6],
      ['SYT1', 7, 8],
    );
    const { record } = await read({ 'class_pct.csv': pct });
    expect([...(record?.levels[0]?.percents ?? [])]).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('leaves out genes without any value and counts missing ones', async () => {
    const means = table(['Gene', 'Neuron', 'Glia'], ['SYT1', 3, 'NA'], ['AQP4', '', 'NaN'], ['ACTB', 4, 4]);
    const { record } = await read({ 'class_means.csv': means });
    expect(record?.levels[0]?.genes).toEqual(['SYT1', 'ACTB']);
    expect([...(record?.levels[0]?.means ?? [])]).toEqual([3, Number.NaN, 4, 4]);
    expect(await check({ 'class_means.csv': means }, 'warnings')).toEqual([
      'class_means.csv null null: The level has no variances; they are shown as NA.',
      'class_means.csv null null: The level has no percentages of expressing cells; they are shown as NA.',
      'class_means.csv null null: 1 mean missing: these genes count as not measured in these cell types.',
      'class_means.csv null null: 1 gene without any mean: left out.',
    ]);
  });

  test.each([
    [
      'a type without cells',
      { 'class_n.csv': table(['Cell type', 'Cells'], ['Neuron', 900]) },
      ['class_n.csv null Cell type: The cell type "Glia" has no number of cells.'],
    ],
    [
      'a type with 0 cells',
      { 'class_n.csv': table(['Cell type', 'Cells'], ['Neuron', 0], ['Glia', 1]) },
      ['class_n.csv 2 Cells: The cell type "Neuron" has no cells; leave it out of all tables.'],
    ],
    [
      'a type that only the numbers of cells have',
      { 'class_n.csv': table(['Cell type', 'Cells'], ['Neuron', 1], ['Glia', 1], ['Vascular', 1]) },
      ['class_n.csv 4 Cell type: The cell type "Vascular" has no means.'],
    ],
    [
      'a gene twice',
      { 'class_means.csv': table(['Gene', 'Neuron', 'Glia'], ['SYT1', 1, 2], ['SYT1', 1, 2]) },
      ['class_means.csv 3 1: The gene "SYT1" appears twice; it is also in line 2.'],
    ],
    [
      'a negative mean',
      { 'class_means.csv': table(['Gene', 'Neuron', 'Glia'], ['SYT1', 1, -2]) },
      ['class_means.csv 2 Glia: A mean cannot be below 0; this one is -2.'],
    ],
    [
      'what is no number',
      { 'class_means.csv': table(['Gene', 'Neuron', 'Glia'], ['SYT1', 1, 'high']) },
      ['class_means.csv 2 Glia: "high" is not a number.'],
    ],
    [
      'a variance below 0',
      { 'class_var.csv': table(['Gene', 'Neuron', 'Glia'], ['SYT1', 1, -2]) },
      ['class_var.csv 2 Glia: A variance cannot be below 0; this one is -2.'],
    ],
    [
      'more than 100 percent',
      { 'class_pct.csv': table(['Gene', 'Neuron', 'Glia'], ['SYT1', 101, 2]) },
      ['class_pct.csv 2 Neuron: A percentage is at most 100; this one is 101.'],
    ],
    [
      'other genes than the means',
      {
        'class_var.csv': table(['Gene', 'Neuron', 'Glia'], ['SYT1', 1, 1], ['TP53', 1, 1]),
      },
      [
        'class_var.csv null null: The means have the gene "AQP4" and 2 more, this table does not.',
        'class_var.csv 3 null: This table has the gene "TP53", the means do not.',
      ],
    ],
    [
      'other types than the means',
      {
        'class_means.csv': table(['Gene', 'Neuron', 'Glia'], ['SYT1', 1, 1]),
        'class_var.csv': table(['Gene', 'Neuron', 'Vascular'], ['SYT1', 1, 1]),
      },
      [
        'class_var.csv null null: The means have the cell type "Glia", this table does not.',
        'class_var.csv null null: This table has the cell type "Vascular", the means do not.',
      ],
    ],
    [
      'one cell type',
      { 'class_means.csv': table(['Gene', 'Neuron'], ['SYT1', 1]) },
      ['class_means.csv 1 null: The table has 1 cell type; a reference needs two or more.'],
    ],
    [
      'a parent that is no type of the level above',
      {
        'class_n.csv': table(['Cell type', 'Cells', 'Parent'], ['Neuron', 1, 'Cell'], ['Glia', 1, '']),
        'subclass_n.csv': table(
          ['Cell type', 'Cells', 'Parent'],
          ['Neuron', 1, 'Neurons'],
          ['Astrocyte', 1, ''],
          ['Microglia', 1, ''],
        ),
      },
      [
        'class_n.csv null Parent: The parent of "Neuron" is "Cell", but there is no coarser level.',
        'subclass_n.csv null Parent: The parent of "Neuron" is "Neurons", but the level "class" has no such type.',
      ],
    ],
    [
      'an id that is no term',
      {
        'class_n.csv': table(['Cell type', 'Cells', 'Ontology ID'], ['Neuron', 1, 'neuron'], ['Glia', 1, '']),
      },
      ['class_n.csv 2 Ontology ID: "neuron" is not the id of a term, such as CL:0000540.'],
    ],
    [
      'no title and no organism',
      { 'reference.csv': ATTRIBUTES(['Title', 'NA']) },
      [
        'reference.csv 2 Value: The attribute "Title" is missing or empty.',
        'reference.csv null Value: The attribute "Organism" is missing or empty.',
      ],
    ],
    [
      'an unknown organism and an unknown identifier',
      { 'reference.csv': ATTRIBUTES(['Title', 'x'], ['Organism', 'human'], ['Identifier', 'probe']) },
      [
        'reference.csv 3 Value: "human" is not the name of an organism, such as Homo sapiens.',
        'reference.csv 4 Value: "PROBE" is not one of SYMBOL, ENSEMBL, ENTREZID.',
      ],
    ],
    [
      'a level without means',
      { 'class_means.csv': undefined },
      ['class_means.csv null null: The means of the level "class" are missing.'],
    ],
    [
      'no attributes',
      { 'reference.csv': undefined },
      ['reference.csv null null: The attributes of the cell type reference are missing.'],
    ],
  ])('with %s is refused', async (_, changes, faults) => {
    expect(await check(changes)).toEqual(faults);
  });

  test('is refused if another one has its title', async () => {
    const tree = treeOf({ ...smallCellTypes('a_cell_types'), ...smallCellTypes('b_cell_types') });
    const { faults } = await checkPlan(tree, await planIntake(tree));
    expect(faults).toMatchObject([
      {
        file: 'b_cell_types/reference.csv',
        sentence: 'The reference "Cortex of Jones 2024" is also in "a_cell_types/reference.csv".',
      },
    ]);
  });
});
