/**
 * `npm run bench [-- --large]`: measures intake with a baseline in the same run, the corpus generator, and whether response
 * times reveal accounts. The baseline of intake reads and hashes every byte of the input, as every intake must.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeDemoLaboratory } from '@omicon/demo/laboratory/write-laboratory.ts';
import { REPOSITORY } from '@omicon/server/config.ts';
import { benchComparison } from './analysis/comparison.ts';
import { benchCorrelates } from './analysis/correlates.ts';
import { benchExpression } from './analysis/expression.ts';
import { benchMatching } from './analysis/matching.ts';
import { generateNetwork } from './corpus/corpus-generator.ts';
import { writeLargeArchive } from './intake/large-archive.ts';
import { benchAccountTiming } from './pages/account-timing.ts';
import { benchComments } from './pages/comments.ts';
import { benchExplore } from './pages/explore.ts';
import { benchLineage } from './pages/lineage.ts';
import { benchModulePages } from './pages/module-pages.ts';
import { benchPages } from './pages/pages.ts';
import { benchReads } from './pages/reads.ts';
import { benchTreemap } from './pages/treemap.ts';
import { benchPipeline } from './pipeline/pipeline.ts';
import { benchBesidePipeline } from './pipeline/pipeline-beside.ts';
import { benchSearch } from './search/search.ts';
import { benchSearchNodes } from './search/search-nodes.ts';
import { benchSearchParts } from './search/search-parts.ts';
import { benchTraitRule } from './search/trait-rule.ts';

const SEED = 20_261_121;

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
async function benchIntake(name: string, source: string, hasFolder: boolean): Promise<void> {
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
    console.log(`  per network                ${perNetwork} ms (whole intake shared among the networks)`);
  console.log(`  same input again           ${figures.againMs} ms, ${figures.changedAgain} units changed`);
  console.log(`  peak memory                ${figures.peakRssMiB} MiB (${figures.quietRssMiB} MiB before)`);
}

function benchGenerator(count: number): void {
  const started = performance.now();
  let members = 0;
  let values = 0;
  for (let number = 0; number < count; number += 1) {
    for (const module of generateNetwork(SEED, number).modules) {
      members += module.genes.length;
      values += module.sets.length;
    }
  }
  const ms = performance.now() - started;
  console.log(
    `\ncorpus generator, ${count} networks: ${Math.round(ms)} ms, ${members} memberships, ${values} enrichment values`,
  );
}

console.log(
  `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 1024 ** 3)} GiB, Node ${process.version}`,
);
const scratch = mkdtempSync(path.join(os.tmpdir(), 'omicon-bench-input-'));
try {
  const demo = path.join(scratch, 'demo');
  await writeDemoLaboratory(demo);
  await benchIntake('demo laboratory', demo, true);
  const corpus = path.resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data', 'corpus');
  if (existsSync(corpus)) await benchIntake('real corpus', corpus, true);
  if (process.argv.includes('--large')) {
    const archive = path.join(scratch, 'large.zip');
    const bytes = await writeLargeArchive(archive);
    await benchIntake(`archive of ${(bytes / 1024 ** 3).toFixed(2)} GiB`, archive, false);
  }
  benchGenerator(100);
  await benchAccountTiming();
  await benchComments();
  await benchTreemap();
  await benchLineage();
  await benchModulePages();
  await benchMatching();
  await benchTraitRule(5000);
  await benchComparison();
  await benchCorrelates();
  await benchExpression();
  benchPipeline();
  await benchBesidePipeline();
  await benchPages();
  await benchReads();
  await benchExplore();
  await benchSearchParts(100);
  for (const networks of process.argv.includes('--large') ? [100, 1000, 5000] : [100])
    await benchSearch(networks);
  await benchSearchNodes(process.argv.includes('--large') ? 1000 : 100);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
