/** Consensus genes of meta-modules, for areas that ask for them as a list. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { audienceOf, readableMetaModules } from './meta-modules-of.ts';

/** A meta-module that the reader has. Primary key of meta_module. */
export async function findMetaModule(
  db: Db,
  principal: Principal,
  number: number,
): Promise<{ title: string } | undefined> {
  const { rows } = await sql<{ title: string }>`
    select mm.title from ${readableMetaModules(principal)} where mm.number = ${number}`.execute(db);
  return rows[0];
}

/** Consensus genes of a meta-module that the reader has, the strongest first. Primary key of meta_module_gene. */
export async function listConsensusGenes(db: Db, principal: Principal, number: number): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    select symbol from meta_module_gene where audience = ${audienceOf(principal)} and number = ${number}
     order by rank`.execute(db);
  return rows.map(({ symbol }) => symbol);
}
