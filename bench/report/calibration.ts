/**
 * Current performance of the machine, needed to interpret figures. A run between calibrations that differ by more than
 * 20 % is void (REL-13).
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startServer } from '../../journeys/harness/processes.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { closedLoop, inTurn } from '../load/http-load.ts';

interface Calibration {
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

function measureFlushes(): Promise<number> {
  return withFolder(async (folder) => {
    const file = openSync(path.join(folder, 'rows'), 'w');
    const block = Buffer.alloc(4096);
    const rate = countRuns(() => {
      writeSync(file, block);
      fsyncSync(file);
    });
    closeSync(file);
    return rate;
  });
}

const BARE_SERVER = `
  const server = require('node:http').createServer((request, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end('{"detail":"ok"}');
  });
  server.listen(0, 'localhost', () => console.log(server.address().port));`;

/** Responses per second of a bare Node server. */
export async function measureHttp(): Promise<number> {
  const { address, stop } = await startServer(['-e', BARE_SERVER]);
  // The best of several rounds: the first compiles the code, and other programs slow down some others.
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { answers, seconds } = await closedLoop(inTurn([{ url: address, headers: {} }]), {
      connections: 64,
      ms: SPAN_MS,
    });
    most = Math.max(most, answers / seconds);
  }
  stop();
  return most;
}

async function calibrate(): Promise<Calibration> {
  return {
    hashing: measureHashing(),
    http: await measureHttp(),
    flushes: await measureFlushes(),
    load: os.loadavg()[0] ?? 0,
  };
}

function describeCalibration({ hashing, http, flushes, load }: Calibration): string {
  return `${hashing.toFixed(0)} MiB/s hashed, ${http.toFixed(0)} responses/s of a bare server, ${flushes.toFixed(0)} flushes/s, load ${load.toFixed(1)}`;
}

/** Whether figures taken between both rates are void. */
export function isVoid(before: number, after: number): boolean {
  return Math.abs(before - after) > 0.2 * Math.max(before, after);
}

/** Runs something between two calibrations and prints both. */
export async function withCalibration<T>(title: string, run: () => Promise<T>): Promise<T> {
  const before = await calibrate();
  console.log(`\n${title}\n  before: ${describeCalibration(before)}`);
  const result = await run();
  const after = await calibrate();
  console.log(
    `  after:  ${describeCalibration(after)}${isVoid(before.http, after.http) ? ' VOID: the rates differ by more than 20 %' : ''}`,
  );
  return result;
}
