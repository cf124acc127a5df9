/** Inserts samples: rows for display and export, packed columns and counts for treemaps. */
import {
  bytesOf,
  countValues,
  packColumn,
  type SampleColumn,
  selectSamples,
} from '@omicon/domain/records/samples/sample-columns.ts';
import { sql, type Tx } from '../../../base/postgres/database.ts';

export interface NewSample {
  sample_index: number;
  label: string;
  attributes: Record<string, string>;
}

interface SampleOwner {
  type: 'dc' | 'ds';
  id: number;
  columns: readonly string[];
}

const SAMPLES_AT_A_TIME = 2000;
/** Keeps a statement within a few megabytes for any number of samples. */
const COLUMNS_AT_A_TIME = 10;

/** Column names may be those of Object.prototype. */
function cellOf(attributes: NewSample['attributes'], attribute: string): string | null {
  return Object.hasOwn(attributes, attribute) ? (attributes[attribute] ?? null) : null;
}

/**
 * Inserts the samples of one version, packed by attribute, with counts per value. Writes sample, sample_column and
 * facet.
 */
export async function saveSamples(tx: Tx, owner: SampleOwner, samples: readonly NewSample[]): Promise<void> {
  for (let first = 0; first < samples.length; first += SAMPLES_AT_A_TIME) {
    await sql`
      insert into sample (owner_type, owner_id, sample_index, label, attributes)
      select ${owner.type}, ${owner.id}, s.sample_index, s.label, s.attributes
        from json_to_recordset(${JSON.stringify(samples.slice(first, first + SAMPLES_AT_A_TIME))}::json) as s(sample_index int, label text, attributes jsonb)`.execute(
      tx,
    );
  }
  const inOrder = samples.toSorted((a, b) => a.sample_index - b.sample_index);
  for (let first = 0; first < owner.columns.length; first += COLUMNS_AT_A_TIME) {
    const columns = owner.columns.slice(first, first + COLUMNS_AT_A_TIME).map((attribute) => ({
      attribute,
      ...packColumn(inOrder.map(({ attributes }) => cellOf(attributes, attribute))),
    }));
    await saveColumns(tx, owner, columns);
    await saveFacets(tx, owner, { columns, samples: samples.length });
  }
}

/** Attributes of the samples of the current version of a collection, by label. Primary key of sample. */
export async function listSamplesOfCollection(
  tx: Tx,
  number: number,
): Promise<Map<string, ReadonlyMap<string, string | null>>> {
  const { rows } = await sql<{ label: string; attributes: Record<string, string> }>`
    select s.label, s.attributes
      from data_collection c join sample s on s.owner_type = 'dc' and s.owner_id = c.id
     where c.number = ${number} and c.is_current
     order by s.sample_index`.execute(tx);
  return new Map(rows.map(({ label, attributes }) => [label, new Map(Object.entries(attributes))]));
}

type NamedColumn = SampleColumn & { attribute: string };

async function saveColumns(tx: Tx, owner: SampleOwner, columns: readonly NamedColumn[]): Promise<void> {
  const packed = columns.map((column) => ({
    attribute: column.attribute,
    known_values: column.values,
    codes: Buffer.from(bytesOf(column)).toString('base64'),
  }));
  await sql`
    insert into sample_column (owner_type, owner_id, attribute, known_values, codes)
    select ${owner.type}, ${owner.id}, c.attribute, c.known_values, decode(c.codes, 'base64')
      from json_to_recordset(${JSON.stringify(packed)}::json) as c(attribute text, known_values text[], codes text)`.execute(
    tx,
  );
}

async function saveFacets(
  tx: Tx,
  owner: SampleOwner,
  { columns, samples }: { columns: readonly NamedColumn[]; samples: number },
): Promise<void> {
  const all = selectSamples(samples, []);
  const facets = columns.flatMap((column) =>
    countValues(column, all).map((counted) => ({ attribute: column.attribute, ...counted })),
  );
  await sql`
    insert into facet (owner_type, owner_id, attribute, value, n)
    select ${owner.type}, ${owner.id}, f.attribute, f.value, f.n
      from json_to_recordset(${JSON.stringify(facets)}::json) as f(attribute text, value text, n int)`.execute(
    tx,
  );
}
