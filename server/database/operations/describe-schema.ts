/** Generates `schema.sql` for people and `tables.ts` for typed statements from the migrated database. */

import type { Kysely } from 'kysely';
import { sql } from 'kysely';

interface Column {
  table: string;
  name: string;
  type: string;
  is_nullable: boolean;
  default_text: string | null;
  is_generated: boolean;
}

interface Definition {
  table: string;
  text: string;
}

/** Columns of all tables of schema public, in their order. Reads pg_catalog. */
async function listColumns(db: Kysely<never>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
           not a.attnotnull as is_nullable, pg_get_expr(d.adbin, d.adrelid) as default_text,
           (a.attidentity <> '' or a.attgenerated <> '') as is_generated
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where n.nspname = 'public' and c.relkind in ('r', 'v') and c.relname not like 'kysely_%'
     order by c.relname, a.attnum`.execute(db);
  return rows;
}

async function listConstraints(db: Kysely<never>): Promise<Definition[]> {
  const { rows } = await sql<Definition>`
    select c.relname as table, pg_get_constraintdef(k.oid) as text
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and k.contype in ('p', 'u', 'f', 'c') and c.relname not like 'kysely_%'
     order by c.relname, k.contype desc, k.conname`.execute(db);
  return rows;
}

async function listIndexes(db: Kysely<never>): Promise<Definition[]> {
  const { rows } = await sql<Definition>`
    select i.tablename as table, i.indexdef as text
      from pg_indexes i
     where i.schemaname = 'public' and i.tablename not like 'kysely_%'
       and not exists (select 1 from pg_constraint k where k.conname = i.indexname)
     order by i.tablename, i.indexname`.execute(db);
  return rows;
}

function of<T extends { table: string }>(rows: T[], table: string): T[] {
  return rows.filter((row) => row.table === table);
}

function columnText(column: Column): string {
  const parts = [column.name, column.type];
  if (column.is_generated) parts.push('generated');
  else if (column.default_text !== null) parts.push(`default ${column.default_text}`);
  if (!column.is_nullable) parts.push('not null');
  return parts.join(' ');
}

/** The whole schema as one deterministic text, for reading, not for loading. */
export async function describeSchema(db: Kysely<never>): Promise<string> {
  const [columns, constraints, indexes] = await Promise.all([
    listColumns(db),
    listConstraints(db),
    listIndexes(db),
  ]);
  const tables = [...new Set(columns.map((column) => column.table))];
  const parts = tables.map((table) => {
    const inside = [...of(columns, table).map(columnText), ...of(constraints, table).map((row) => row.text)];
    const below = of(indexes, table).map((row) => `${row.text};`);
    return [`create table ${table} (\n  ${inside.join(',\n  ')}\n);`, ...below].join('\n');
  });
  return `-- Written from the migrated database by \`npm run schema\`; a test compares. Change migrations/, not this file.\n\n${parts.join('\n\n')}\n`;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['integer', 'number'],
  ['smallint', 'number'],
  ['bigint', 'number'],
  ['double precision', 'number'],
  ['text', 'string'],
  ['boolean', 'boolean'],
  ['bytea', 'Buffer'],
  ['jsonb', 'Json'],
  ['text[]', 'string[]'],
  ['integer[]', 'number[]'],
  ['date', 'string'],
  ['timestamp with time zone', 'Timestamp'],
]);

/** Values allowed by a check constraint such as `role in ('admin', 'RU')`; null if there is none. */
function allowedWords(column: Column, constraints: Definition[]): string[] | null {
  const head = `CHECK ((${column.name} = ANY (ARRAY[`;
  const constraint = of(constraints, column.table).find((row) => row.text.startsWith(head));
  return constraint
    ? [...constraint.text.matchAll(/'([^']*)'::text/g)].map((match) => `'${match[1]}'`)
    : null;
}

function columnType(column: Column, constraints: Definition[]): string {
  const base = allowedWords(column, constraints)?.join(' | ') ?? TYPES.get(column.type);
  if (base === undefined)
    throw new Error(`Column ${column.table}.${column.name} has a type without a counterpart: ${column.type}`);
  const isOptional = column.is_generated || column.default_text !== null;
  if (base === 'Json' || base === 'Timestamp') {
    return `${base}<${column.is_nullable ? 'null' : 'never'}, ${isOptional ? 'undefined' : 'never'}>`;
  }
  const withNull = column.is_nullable ? `${base} | null` : base;
  return isOptional ? `Generated<${withNull}>` : withNull;
}

function interfaceName(table: string): string {
  return `${table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Table`;
}

/** Of a line, as the formatter breaks them. */
const WIDTH = 110;

/** A column as a line of its interface; a long list of words has a line for each. */
function lineOf(column: Column, constraints: Definition[]): string {
  const type = columnType(column, constraints);
  const line = `  ${column.name}: ${type};`;
  const words = type.split(' | ');
  return line.length <= WIDTH || words.length === 1
    ? line
    : `  ${column.name}:\n${words.map((word) => `    | ${word}`).join('\n')};`;
}

/** The row types for Kysely, one interface per table. */
export async function describeTables(db: Kysely<never>): Promise<string> {
  const [columns, constraints] = await Promise.all([listColumns(db), listConstraints(db)]);
  const tables = [...new Set(columns.map((column) => column.table))];
  const interfaces = tables.map((table) => {
    const lines = of(columns, table).map((column) => lineOf(column, constraints));
    return `interface ${interfaceName(table)} {\n${lines.join('\n')}\n}`;
  });
  const map = tables.map((table) => `  ${table}: ${interfaceName(table)};`).join('\n');
  return `// Written from the migrated database by \`npm run schema\`; a test compares. Change migrations/, not this file.
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text, read as what it holds; parse it before trusting it. */
type Json<Null, Missing> = ColumnType<unknown, string | Null | Missing, string | Null>;
type Timestamp<Null, Missing> = ColumnType<Date | Null, Date | string | Null | Missing, Date | string | Null>;

${interfaces.join('\n\n')}

export interface Tables {
${map}
}
`;
}
