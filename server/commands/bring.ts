/**
 * `npm run bring -- <files> --map <map.json> [--out <folder>]`: writes the map that is proposed for files of any form, or,
 * if the map exists, the laboratory's folder by it, for `npm run import`.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataMap } from '@omicon/contract/areas/drafts.ts';
import type { DataMap, DataProposal } from '@omicon/domain/data-map/data-map.ts';
import { examine } from '@omicon/intake/bring/propose/examine.ts';
import { proposeMap } from '@omicon/intake/bring/propose/propose-map.ts';
import type { SourceFile, Study } from '@omicon/intake/bring/study.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import { resolverByTables } from '../areas/uploads/drafts/id-resolver.ts';
import { localFiles, withChecksums } from '../areas/uploads/drafts/source-files.ts';
import { withStudy } from '../areas/uploads/drafts/with-study.ts';
import { writeByMap } from '../areas/uploads/drafts/write-map.ts';
import { resolveFromShell } from '../base/arguments.ts';
import type { Services } from '../base/services.ts';
import { withServices } from '../with-services.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { map: { type: 'string' }, out: { type: 'string' } },
});
if (positionals.length === 0 || values.map === undefined) {
  console.error('Usage: npm run bring -- <files> --map <map.json> [--out <folder>]');
  process.exit(2);
}
const mapFile = resolveFromShell(values.map);
const files = positionals.map(resolveFromShell);
const missing = files.find((file) => !existsSync(file));
if (missing !== undefined) {
  console.error(`There is no ${missing}.`);
  process.exit(2);
}

/** The map of the file; null if there is no such file yet. @throws IntakeRefusal if it is none */
async function readMap(file: string): Promise<DataMap | null> {
  if (!existsSync(file)) return null;
  const refuse = (sentence: string) =>
    new IntakeRefusal([{ kind: 'wrong', file, line: null, column: null, sentence }]);
  const text = await readFile(file, 'utf8');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw refuse(`This is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = dataMap.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'This is no map.'}`);
}

function printProposal({ sentence, findings }: DataProposal): void {
  console.log(sentence);
  for (const finding of findings) console.log(`${finding.level.padEnd(8)} ${finding.sentence}`);
}

/** @returns whether something was written */
async function bring(services: Services): Promise<boolean> {
  const sources = await localFiles(files);
  const given = await readMap(mapFile);
  const workDir = path.join(services.config.dataDir, 'drafts', `${process.pid}-command`);
  const chosen = given === null ? { cells: null } : { cells: given.cells, matrix: given.matrix };
  return withStudy(sources, { ...chosen, workDir }, (study) =>
    bringStudy(services, { sources, given, study }),
  );
}

async function bringStudy(
  { db, config }: Services,
  { sources, given, study }: { sources: SourceFile[]; given: DataMap | null; study: Study },
): Promise<boolean> {
  const known = { resolver: resolverByTables(db), missingWords: config.missingWords, earlier: null };
  const map = given ?? (await proposeMap(study, known));
  const proposal = await examine(study, map, known);
  printProposal(proposal);
  if (given === null) {
    await writeFile(mapFile, `${JSON.stringify(map, null, 2)}\n`);
    console.log(`Wrote the proposed map to ${mapFile}. Check it, and run the same command again.`);
    return true;
  }
  if (proposal.findings.some(({ level }) => level === 'refused' || level === 'confirm')) {
    console.error('Nothing was written. Correct the map; keys of what you confirm go into "confirmed".');
    for (const { level, key } of proposal.findings) if (level === 'confirm') console.error(`  ${key}`);
    return false;
  }
  const folder = resolveFromShell(values.out ?? map.accession);
  const sizes = sources.map(({ name, sizeBytes }) => ({ name, size_bytes: sizeBytes }));
  const checked = await withChecksums(sizes, sources);
  await writeByMap(
    db,
    { study, map, sources: checked.map(({ name, sha256 = '' }) => ({ name, sha256 })) },
    folder,
  );
  console.log(
    `Wrote ${path.relative(process.cwd(), folder) || folder}. Import it with: npm run import -- ${folder}`,
  );
  return true;
}

const isWritten = await withServices(async ({ services }) => {
  try {
    return await bring(services);
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    for (const { file, line, sentence } of error.faults)
      console.error(`${file}${line === null ? '' : `, line ${line}`}: ${sentence}`);
    return false;
  }
});
process.exit(isWritten ? 0 : 1);
