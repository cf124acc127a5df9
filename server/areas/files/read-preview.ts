/**
 * Previews of tables and documents, read in a sandboxed process, so that a malicious file breaks only its own preview.
 */
import path from 'node:path';
import { previewCsv, previewDocument, previewSheet } from '@omicon/contract/areas/files/files.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { z } from 'zod';
import { PortalError } from '../../base/errors.ts';
import {
  runSandboxed,
  type SandboxedProgram,
  SandboxFailure,
  type SandboxReason,
} from '../../base/sandbox/sandboxed-process.ts';
import type { Services } from '../../base/services.ts';
import { REPOSITORY } from '../../config.ts';

const PROGRAM: SandboxedProgram = {
  file: path.join(REPOSITORY, 'server/preview-programs/read-file.ts'),
  reads: [
    'server/preview-programs',
    'server/package.json',
    'domain',
    'intake',
    'package.json',
    ...['@omicon', '@e965/xlsx', 'csv-parse', 'yauzl', 'yazl', 'pend', 'buffer-crc32'].map(
      (name) => `node_modules/${name}`,
    ),
  ].map((source) => path.join(REPOSITORY, source)),
  timeoutMs: 30_000,
  memoryBytes: 512 * 1024 ** 2,
  outputBytes: 12 * 1024 ** 2,
};

const DOWNLOAD = 'Please download to view the file.';
const SENTENCES: Record<Exclude<SandboxReason, 'busy'>, string> = {
  time: `This file takes too long to read for a preview. ${DOWNLOAD}`,
  memory: `This file needs too much memory for a preview. ${DOWNLOAD}`,
  output: `This file holds too much for a preview. ${DOWNLOAD}`,
  crash: `This file cannot be previewed. ${DOWNLOAD}`,
};

const answer = z.union([z.object({ refusal: z.string() }), z.object({ value: z.unknown() })]);

async function readSandboxed(services: Services, bytes: Buffer, args: readonly string[]): Promise<unknown> {
  try {
    const output = answer.parse(JSON.parse((await runSandboxed(PROGRAM, args, bytes)).toString('utf8')));
    if ('refusal' in output) throw new PortalError('invalid_input', output.refusal);
    return output.value;
  } catch (error) {
    if (!(error instanceof SandboxFailure)) throw error;
    if (error.reason === 'busy')
      throw new PortalError('unavailable', 'The portal is busy. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    services.log.warn(
      { reason: error.reason, detail: error.detail },
      'a file could not be read for its preview',
    );
    throw new PortalError('invalid_input', SENTENCES[error.reason]);
  }
}

/** A file of 1 MB can have a million columns or rows, which would block the portal's event loop. */
export async function readCsv(services: Services, bytes: Buffer): Promise<ReplyOf<typeof previewCsv>> {
  return previewCsv.reply.parse(await readSandboxed(services, bytes, ['csv']));
}

/** One sheet of a workbook; the program's output is validated by the contract, like any external input. */
export async function readSheet(
  services: Services,
  bytes: Buffer,
  sheet: number,
): Promise<ReplyOf<typeof previewSheet>> {
  return previewSheet.reply.parse(await readSandboxed(services, bytes, ['sheet', String(sheet)]));
}

export async function readDocument(
  services: Services,
  bytes: Buffer,
): Promise<ReplyOf<typeof previewDocument>> {
  return previewDocument.reply.parse(await readSandboxed(services, bytes, ['document']));
}
