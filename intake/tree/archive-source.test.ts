import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SourceReader } from './archive-source.ts';

test('content that a source opens too late, after its consumer has gone, is closed', async () => {
  const opening = Promise.withResolvers<Readable>();
  const reader = new SourceReader({ name: 'GSE4271.zip', sizeBytes: 10, read: () => opening.promise });
  const wanted = reader._readStreamForRange(0, 5);
  wanted.destroy();
  await once(wanted, 'close');
  const content = new PassThrough();
  opening.resolve(content);
  await turn();
  expect(content.destroyed).toBe(true);
});
