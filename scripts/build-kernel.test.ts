import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildKernel, KERNEL_FILE } from './build-kernel.ts';

test('the bytes of the kernel are those that its source gives', async () => {
  expect(readFileSync(KERNEL_FILE, 'utf8')).toBe(await buildKernel());
});
