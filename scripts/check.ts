/**
 * `npm run check`: format and lint, import rules, types, dead code, licences. Runs all of them, even after a failure.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listForbiddenLicences } from '../web/build/licences.ts';
import { readImports } from './import-rules.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a program of node_modules. @returns whether it succeeded */
function runTool(title: string, program: string, args: string[]): boolean {
  const started = performance.now();
  const { status } = spawnSync(path.join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    stdio: 'inherit',
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'failed'} ${title} (${seconds} s)`);
  return status === 0;
}

async function checkImports(): Promise<boolean> {
  const started = performance.now();
  const { modules, forbidden } = await readImports(root);
  for (const { rule, from, to } of forbidden) console.error(`${from} imports ${to}: ${rule}`);
  const isRight = modules > 0 && forbidden.length === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${isRight ? 'ok    ' : 'failed'} import rules of ${modules} files (${seconds} s)`);
  return isRight;
}

function checkLicences(): boolean {
  const forbidden = listForbiddenLicences(root);
  for (const { name, licence } of forbidden)
    console.error(`${name}: licence ${licence} is not on the list in web/build/licences.ts`);
  console.log(`${forbidden.length === 0 ? 'ok    ' : 'failed'} licences`);
  return forbidden.length === 0;
}

const isContent = [
  runTool('format and lint', 'biome', ['ci', '--error-on-warnings', '.']),
  await checkImports(),
  runTool('types of server and tools', 'tsc', ['-p', '.']),
  runTool('types of the web application', 'tsc', ['-p', 'web']),
  runTool('dead code and unused packages', 'knip', ['--no-progress']),
  checkLicences(),
].every(Boolean);

process.exit(isContent ? 0 : 1);
