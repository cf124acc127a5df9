import { generateNetwork } from './corpus-generator.ts';

const SEED = 20_261_121;

export function benchGenerator(count = 100): void {
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
