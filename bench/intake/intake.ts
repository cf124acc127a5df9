/**
 * Intake of the demo laboratory, the real corpus and, with `--large`, an archive of two gigabytes. The baseline in the
 * same run reads and hashes every byte of the input, as every intake must.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { writeDemoLaboratory } from '@omicon/demo/laboratory/write-laboratory.ts';
import { REPOSITORY } from '@omicon/server/config.ts';
import { CORPUS } from '../../journeys/harness/corpus-files.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { writeLargeArchive } from './large-archive.ts';

async function hashFolder(folder: string): Promise<{ bytes: number; ms: number }> {
  const started = performance.now();
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path.join(entry.parentPath, entry.name))) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    hash.digest();
  }
  return { bytes, ms: performance.now() - started };
}

function runIntakeProcess(source: string): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [path.join(REPOSITORY, 'bench/intake/intake-run.ts'), source],
    {
      encoding: 'utf8',
      maxBuffer: 1024 ** 2,
    },
  );
  if (status !== 0) throw new Error(`Intake of ${source} failed:\n${stderr}`);
  return JSON.parse(stdout) as Record<string, number>;
}

/** Prints the figures of one input; throws if it was not imported completely. */
async function benchInput(name: string, source: string, hasFolder: boolean): Promise<void> {
  const baseline = hasFolder ? await hashFolder(source) : null;
  const figures = runIntakeProcess(source);
  if (figures.faults !== 0 || figures.notUnderstood !== 0)
    throw new Error(`${name} was not imported completely.`);
  const perNetwork = figures.networks ? Math.round((figures.ms ?? 0) / figures.networks) : null;
  console.log(`\n${name}`);
  if (baseline) {
    console.log(
      `  baseline (read and hash)   ${Math.round(baseline.ms)} ms for ${(baseline.bytes / 1024 ** 2).toFixed(1)} MiB`,
    );
    console.log(`  intake : baseline          ${((figures.ms ?? 0) / baseline.ms).toFixed(1)}`);
  }
  console.log(
    `  intake                     ${figures.ms} ms, ${figures.units} units, ${figures.networks} networks, ${figures.modules} modules`,
  );
  if (perNetwork !== null)
    console.log(
      `  per network                ${perNetwork} ms (the whole intake divided by the number of networks)`,
    );
  console.log(`  same input again           ${figures.againMs} ms, ${figures.changedAgain} units changed`);
  console.log(`  peak memory                ${figures.peakRssMiB} MiB (${figures.quietRssMiB} MiB before)`);
}

export async function benchIntake(isLarge: boolean): Promise<void> {
  await withFolder(async (scratch) => {
    const demo = path.join(scratch, 'demo');
    await writeDemoLaboratory(demo);
    await benchInput('demo laboratory', demo, true);
    if (existsSync(CORPUS)) await benchInput('real corpus', CORPUS, true);
    if (!isLarge) return;
    const archive = path.join(scratch, 'large.zip');
    const bytes = await writeLargeArchive(archive);
    await benchInput(`archive of ${(bytes / 1024 ** 3).toFixed(2)} GiB`, archive, false);
  });
}
