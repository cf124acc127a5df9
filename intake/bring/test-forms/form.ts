/** What a small file of a form is made of. */

export type FormFile = readonly [name: string, content: string | Buffer];

export interface GoodForm {
  name: string;
  files: readonly FormFile[];
  samples: readonly string[];
  /** by identifier: cells as the source has them, with points for decimal commas */
  values: Readonly<Record<string, readonly string[]>>;
  /** of the first sample: some attributes by their written name */
  attributes?: Readonly<Record<string, string>>;
  /** titles of the written annotation after the identifier, and the cells of the first feature */
  annotation?: readonly [titles: string, first: string];
}

export const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

/** Cells are separated by blanks here and by tabs in the file. */
export const tabbed = (...rows: readonly string[]) => lines(...rows.map((row) => row.replaceAll(' ', '\t')));
