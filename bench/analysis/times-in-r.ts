import { spawnSync } from 'node:child_process';

interface ScriptInR {
  /** runs once */
  prepare: string;
  /** runs `tries` times, with `at` counting from 1 */
  body: string;
  tries: number;
  /** runs once, at the end */
  after?: string;
}

/** Times of a script in R, in ms; null where R or one of its packages is missing. */
export function timesInR({ prepare, body, tries, after = '' }: ScriptInR): number[] | null {
  const input = `${prepare}
for (at in 1:${tries}) {
  started <- proc.time()[["elapsed"]]
  ${body}
  cat(1000 * (proc.time()[["elapsed"]] - started), "\\n")
}
${after}`;
  const { status, stdout } = spawnSync('Rscript', ['--vanilla', '-'], { input, encoding: 'utf8' });
  return status === 0 ? stdout.trim().split(/\s+/).map(Number) : null;
}

/** Lines of R that read a matrix of float64, features x samples, as `x`. */
export function matrixInR(file: string, features: number, samples: number): string {
  return `x <- matrix(readBin("${file}", "double", ${features * samples}), ${features}, byrow = TRUE)`;
}
