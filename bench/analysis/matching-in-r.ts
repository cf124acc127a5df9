/** The computations of `matching.ts` in R, on the same stored kME, with their times and answers. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RequestOf } from '@omicon/server/compute/requests.ts';
import { timesInR } from './times-in-r.ts';

const TRIES_IN_R = 5;

export interface TimedInR {
  /** milliseconds of each try, without reading the file */
  times: number[];
  /** the answer of the last one */
  answer: Float64Array;
}

interface ScriptOptions {
  folder: string;
  kmeFile: string;
  features: number;
  modules: number;
  symbolCount: number;
}

/** Pairs of a feature and a symbol of each list; here every symbol has one feature. */
async function writeLists(folder: string, lists: RequestOf<'consensus'>['lists']): Promise<void> {
  const pairs = lists.flatMap(({ features, symbols }) => [features.length, ...features, ...symbols]);
  await writeFile(path.join(folder, 'lists.i32'), Buffer.from(Int32Array.from(pairs).buffer));
}

/** Columns of `kme` are modules; `bySymbol` gives those of a list, NA where it lacks a symbol. */
function preamble({ folder, kmeFile, features, modules, symbolCount }: ScriptOptions, lists: number): string {
  return `stored <- matrix(readBin("${kmeFile}", "double", ${2 * features * modules}), ${features})
kme <- stored[, seq(1, ${2 * modules}, 2)]
connection <- file("${folder}/lists.i32", "rb")
lists <- lapply(seq_len(${lists}), function(at) {
  n <- readBin(connection, "integer", 1)
  list(features = readBin(connection, "integer", n) + 1L, symbols = readBin(connection, "integer", n) + 1L)
})
bySymbol <- function(columns, list) {
  values <- matrix(NA_real_, ${symbolCount}, length(columns))
  values[lists[[list]]$symbols, ] <- kme[lists[[list]]$features, columns]
  values
}
`;
}

async function run(folder: string, script: string): Promise<TimedInR | null> {
  const times = timesInR({
    prepare: script,
    body: 'answer <- compute()',
    tries: TRIES_IN_R,
    after: `writeBin(answer, "${folder}/answer.f64")`,
  });
  if (times === null) return null;
  const bytes = await readFile(path.join(folder, 'answer.f64'));
  const answer = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return { times, answer };
}

/**
 * Correlation of each candidate with all modules of the own network; answers those with the subject. Null without R.
 */
export async function matchInR(
  options: ScriptOptions,
  { lists, candidates, subject }: RequestOf<'module_matches'>,
): Promise<TimedInR | null> {
  await writeLists(options.folder, lists);
  const script = `${preamble(options, lists.length)}own <- bySymbol(seq_len(${options.modules}), ${subject.list + 1})
columns <- c(${candidates.map(({ moduleIndex }) => moduleIndex + 1).join(',')})
ofList <- c(${candidates.map(({ list }) => list + 1).join(',')})
compute <- function() mapply(function(column, list) {
  candidate <- bySymbol(column, list)
  common <- !is.na(own[, ${subject.moduleIndex + 1}]) & !is.na(candidate)
  rho <- cor(own[common, ], candidate[common])
  rho[${subject.moduleIndex + 1}]
}, columns, ofList)
`;
  return run(options.folder, script);
}

/** Consensus fidelity with Q, standard deviation and order; answers the fidelity by symbol. Null without R. */
export async function fidelityInR(
  options: ScriptOptions,
  { lists, modules }: RequestOf<'consensus'>,
): Promise<TimedInR | null> {
  await writeLists(options.folder, lists);
  const script = `${preamble(options, lists.length)}columns <- c(${modules.map(({ moduleIndex }) => moduleIndex + 1).join(',')})
w <- c(${modules.map(({ sampleCount }) => sampleCount - 3).join(',')})
compute <- function() {
  r <- mapply(bySymbol, columns, seq_along(columns))
  z <- atanh(pmax(pmin(r, 1 - 1e-12), -(1 - 1e-12)))
  weights <- sweep(!is.na(z), 2, w, "*")
  weighted <- rowSums(sweep(z, 2, w, "*"), na.rm = TRUE)
  fidelity <- weighted / sqrt(rowSums(weights))
  q <- rowSums(weights * (z - weighted / rowSums(weights))^2, na.rm = TRUE)
  sd_z <- apply(z, 1, sd, na.rm = TRUE)
  rank <- order(-fidelity)
  fidelity
}
`;
  return run(options.folder, script);
}

/** Largest difference; a value that one of them lacks counts as infinite. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  return Array.from(a, (value, at) => {
    const other = b[at] ?? Number.NaN;
    if (Number.isNaN(value) && Number.isNaN(other)) return 0;
    const difference = Math.abs(value - other);
    return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
  }).reduce((most, difference) => Math.max(most, difference), 0);
}
