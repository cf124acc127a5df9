/** Calls over keep-alive connections, with their durations. */
import http from 'node:http';
import { ascending, quantile } from '../report/figures.ts';

export interface Call {
  url: string;
  headers: Record<string, string>;
  /** sent by POST; without a body the call is a GET */
  body?: string;
}

/** The nth call to make, from 0. */
export type Calls = (number: number) => Call;

/** Repeats these calls. */
export function inTurn(calls: readonly Call[]): Calls {
  const [first] = calls;
  if (first === undefined) throw new Error('There is no call to make.');
  return (number) => calls[number % calls.length] ?? first;
}

export interface LoadResult {
  answers: number;
  seconds: number;
  /** duration in ms of each response with status 200 or 201 */
  times: Float64Array;
  /** responses by status; 0 is a broken connection */
  statuses: Map<number, number>;
}

function ask(agent: http.Agent, { url, headers, body }: Call): Promise<number> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const request = http.request(url, { agent, headers, method }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    request.on('error', () => resolve(0));
    request.end(body);
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
    times: ascending(times),
    statuses,
  };
}

/** Closed loop: each connection sends the next request as soon as it has a response; measures the maximum. */
export async function closedLoop(calls: Calls, { connections, ms }: Span): Promise<LoadResult> {
  return load(calls, { connections, ms, rate: null });
}

/**
 * Open loop: calls at a fixed rate, each due at its time regardless of earlier responses, so that a pause of the server
 * counts for all calls delayed by it. Durations are measured from the due time.
 */
export async function openLoop(calls: Calls, span: Span & { rate: number }): Promise<LoadResult> {
  return load(calls, span);
}

async function load(
  calls: Calls,
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
      const call = calls(number);
      number += 1;
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      const status = await ask(agent, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200 || status === 201) times.push(performance.now() - due);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return collect(started, times, statuses);
}

export function describeLoad({ answers, seconds, times, statuses }: LoadResult): string {
  const others = [...statuses]
    .filter(([status]) => status !== 200 && status !== 201)
    .map(([status, count]) => `${count} x ${status}`);
  const at = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
  return `${(answers / seconds).toFixed(0)}/s for ${seconds.toFixed(0)} s, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}${others.length > 0 ? `, ${others.join(', ')}` : ', all succeeded'}`;
}
