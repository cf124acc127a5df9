/**
 * Current performance of the machine, needed to interpret figures. A run between calibrations that differ by more than
 * 20 % is void (REL-13).
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closedLoop, inTurn } from '../bench/load/http-load.ts';

export interface Calibration {
  /** MiB per second hashed by one thread */
  hashing: number;
  /** responses per second of an empty Node server over 64 connections */
  http: number;
  /** fsynced writes of 4 KiB per second in the temporary folder */
  flushes: number;
  /** load average of the last minute */
  load: number;
}

const SPAN_MS = 2000;
const ROUNDS = 4;

/** Counts how often something can be done within a time span. */
function countRuns(act: () => void): number {
  const end = performance.now() + SPAN_MS;
  let runs = 0;
  for (; performance.now() < end; runs += 1) act();
  return (runs * 1000) / SPAN_MS;
}

function measureHashing(): number {
  const block = Buffer.alloc(1024 * 1024);
  return countRuns(() => createHash('sha256').update(block).digest());
}

function measureFlushes(): number {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-calibration-'));
  const file = openSync(path.join(folder, 'rows'), 'w');
  const block = Buffer.alloc(4096);
  const rate = countRuns(() => {
    writeSync(file, block);
    fsyncSync(file);
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return rate;
}

const BARE_SERVER = `
  const server = require('node:http').createServer((request, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end('{"detail":"ok"}');
  });
  server.listen(0, 'localhost', () => console.log(server.address().port));`;

async function measureHttp(): Promise<number> {
  const child = spawn(process.execPath, ['-e', BARE_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  const url = `http://localhost:${port}/`;
  // The best of several rounds: the first compiles the code, and other programs slow down some others.
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { answers, seconds } = await closedLoop(inTurn([{ url, headers: {} }]), {
      connections: 64,
      ms: SPAN_MS,
    });
    most = Math.max(most, answers / seconds);
  }
  child.kill('SIGTERM');
  return most;
}

export async function calibrate(): Promise<Calibration> {
  return {
    hashing: measureHashing(),
    http: await measureHttp(),
    flushes: measureFlushes(),
    load: os.loadavg()[0] ?? 0,
  };
}

export function describeCalibration({ hashing, http, flushes, load }: Calibration): string {
  return `${hashing.toFixed(0)} MiB/s hashed, ${http.toFixed(0)} bare answers/s, ${flushes.toFixed(0)} flushes/s, load ${load.toFixed(1)}`;
}

/** Whether figures between both are void: empty responses differ by more than a fifth. */
export function isVoid(before: Calibration, after: Calibration): boolean {
  return Math.abs(before.http - after.http) > 0.2 * Math.max(before.http, after.http);
}

/** Runs something between two calibrations and prints both. */
export async function withCalibration<T>(title: string, run: () => Promise<T>): Promise<T> {
  const before = await calibrate();
  console.log(`\n${title}\n  before: ${describeCalibration(before)}`);
  const result = await run();
  const after = await calibrate();
  console.log(
    `  after:  ${describeCalibration(after)}${isVoid(before, after) ? ' VOID: they differ by more than 20 %' : ''}`,
  );
  return result;
}
