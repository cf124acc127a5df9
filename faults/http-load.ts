/** Reads over connections that stay open, and how long each took. */
import http from 'node:http';

export interface Read {
  url: string;
  headers: Record<string, string>;
}

export interface LoadResult {
  answers: number;
  seconds: number;
  /** ms of each answer with status 200 */
  times: Float64Array;
  /** answers by status; 0 is a broken connection */
  statuses: Map<number, number>;
}

function ask(agent: http.Agent, { url, headers }: Read): Promise<number> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    request.on('error', () => resolve(0));
  });
}

interface Span {
  connections: number;
  ms: number;
}

function collect(started: number, times: number[], statuses: Map<number, number>): LoadResult {
  const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return {
    answers,
    seconds: (performance.now() - started) / 1000,
    times: Float64Array.from(times).sort(),
    statuses,
  };
}

/** Each connection asks again as soon as it was answered: the most that there is. */
export async function closedLoop(reads: readonly Read[], { connections, ms }: Span): Promise<LoadResult> {
  return load(reads, { connections, ms, rate: null });
}

/**
 * So many reads a second, each due at its time whether or not earlier ones were answered: a pause of the server counts
 * for all that waited. The time of a read runs from when it was due.
 */
export async function openLoop(reads: readonly Read[], span: Span & { rate: number }): Promise<LoadResult> {
  return load(reads, span);
}

async function load(
  reads: readonly Read[],
  { connections, ms, rate }: Span & { rate: number | null },
): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const started = performance.now();
  let number = 0;
  const client = async () => {
    while (true) {
      const due = rate === null ? performance.now() : started + (number * 1000) / rate;
      if (due - started > ms) return;
      const read = reads[number % reads.length];
      number += 1;
      if (read === undefined) return;
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      const status = await ask(agent, read);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) times.push(performance.now() - due);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return collect(started, times, statuses);
}

/** The value that this share of sorted values does not exceed. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function describeLoad({ answers, seconds, times, statuses }: LoadResult): string {
  const others = [...statuses]
    .filter(([status]) => status !== 200)
    .map(([status, count]) => `${count} x ${status}`);
  const at = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
  return `${(answers / seconds).toFixed(0)}/s for ${seconds.toFixed(0)} s, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}${others.length > 0 ? `, ${others.join(', ')}` : ', all 200'}`;
}
