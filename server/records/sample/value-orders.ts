/** The order in which the table of sample attributes lists values, by which two groups are coded. */
import { type Db, sql } from '../../base/postgres/database.ts';
import { definedName } from './value-labels.ts';

/** Listed values by attribute; attributes without any are missing. Tens of rows of attribute_definition. */
export async function listValueOrders(db: Db, attributes: Iterable<string>): Promise<Map<string, string[]>> {
  const asked = [...attributes];
  const { rows } = await sql<{ name: string; possible_values: string[] }>`
    select lower(replace(name, ' ', '_')) as name, possible_values from attribute_definition
     where kind = 'sample' and deleted_at is null and cardinality(possible_values) > 0
       and lower(replace(name, ' ', '_')) = any(${asked.map(definedName)}::text[])`.execute(db);
  const orders = new Map(rows.map(({ name, possible_values }) => [name, possible_values]));
  return new Map(
    asked.flatMap((attribute) => {
      const values = orders.get(definedName(attribute));
      return values === undefined ? [] : [[attribute, values] as const];
    }),
  );
}
