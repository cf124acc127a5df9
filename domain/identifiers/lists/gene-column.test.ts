import { expect, test } from 'vitest';
import { readGeneColumn } from './gene-column.ts';
import { joinIdentifiers, splitIdentifiers } from './split-identifiers.ts';

const GENES = ['CX3CR1', 'C1QA', 'TYROBP'];

test.each([
  ['write.csv of a data frame', '"","symbol","logFC"\n"1","CX3CR1",2\n"2","C1QA",1\n"3","TYROBP",3\n'],
  ['write.csv of some rows', '"","x"\n"1","CX3CR1"\n"9","C1QA"\n"10","TYROBP"\n'],
  ['write.csv2', '"";"x"\r\n"1";"CX3CR1"\r\n"2";"C1QA"\r\n"3";"TYROBP"\r\n'],
  ['write.table with tabs', '"x"\n"1"\t"CX3CR1"\n"2"\t"C1QA"\n"3"\t"TYROBP"\n'],
  ['write.table with blanks', '"x"\n"1" "CX3CR1"\n"2" "C1QA"\n"3" "TYROBP"\n'.replace('"x"', '"genes"')],
  ['row names that are the genes', '"","logFC"\n"CX3CR1",2\n"C1QA",1\n"TYROBP",3\n'],
  ['a column of ranks', 'rank,gene\n1,CX3CR1\n2,C1QA\n3,TYROBP\n'],
  ['a column after the ids', 'Entrez,Symbol,logFC\n1524,CX3CR1,2\n712,C1QA,1\n7305,TYROBP,3\n'],
  ['a table with its title', '\uFEFFSYMBOL,logFC,rank\nCX3CR1,2.1,1\n"C1QA",1.7,2\nTYROBP,1,3\n'],
  ['a table without titles', 'CX3CR1,2.1\nC1QA,1.7\nTYROBP,1\n'],
  ['a list with its title', 'Gene symbol\nCX3CR1\nC1QA\nTYROBP\n'],
  ['a list', 'CX3CR1\nC1QA\nTYROBP'],
  ['one line', 'CX3CR1, C1QA; "TYROBP"'],
  ['lines of different lengths', 'CX3CR1,C1QA\nTYROBP\n'],
  ['comments', '# made with R\n# 3 genes\nCX3CR1\nC1QA\nTYROBP\n'],
  ['cells of several genes', 'Probe.ID,Gene Symbol\n1_at,CX3CR1 /// C1QA\n2_at,TYROBP\n3_at,---\n'],
])('%s gives the genes', (_, content) => {
  expect(readGeneColumn(content).identifiers).toEqual(GENES);
});

test('what was not read is said', () => {
  expect(readGeneColumn('CX3CR1\nC1QA').note).toBeNull();
  expect(readGeneColumn('gene,t\nCX3CR1,2\nC1QA,1').note).toBe('Only column 1, “gene”, was read.');
  expect(readGeneColumn('CX3CR1,2\nC1QA,1').note).toBe('Only column 1 was read.');
  expect(readGeneColumn('"","x"\n"1","CX3CR1"\n"2","C1QA"').note).toBe(
    'Only column 2, “x”, was read. The first column has row numbers.',
  );
});

test('row numbers are never Entrez ids', () => {
  const { identifiers, note } = readGeneColumn('"","logFC"\n"1",2.5\n"9",1.5\n');
  expect([identifiers, note]).toEqual([
    [],
    'The first column has row numbers, and no other column has genes.',
  ]);
  expect(readGeneColumn('1\n2\n3\n').identifiers).toEqual([]);
  expect(readGeneColumn('Entrez,t\n7157,2\n1956,1\n').identifiers).toEqual(['7157', '1956']);
});

test('a list is read again as it was', () => {
  const list = ['CX3CR1', '2 Sep', 'AK 4'];
  expect(splitIdentifiers(joinIdentifiers(list))).toEqual(list);
});
