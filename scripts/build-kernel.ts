/** `npm run kernel`: writes the numeric kernel as bytes from its WebAssembly text. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import openWabt from 'wabt';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '../domain/statistics/kernel');
export const KERNEL_FILE = path.join(FOLDER, 'kernel-bytes.ts');

/** The source file that holds the kernel. */
export async function buildKernel(): Promise<string> {
  const wabt = await openWabt();
  const text = readFileSync(path.join(FOLDER, 'kernel.wat'), 'utf8');
  const parsed = wabt.parseWat('kernel.wat', text, { simd: true });
  try {
    parsed.validate();
    const bytes = Buffer.from(parsed.toBinary({}).buffer).toString('base64');
    const lines = bytes.match(/.{1,100}/g) ?? [];
    const literal = lines.map((line) => `  '${line}'`).join(' +\n');
    return `/** kernel.wat as bytes, in base64; written by \`npm run kernel\`. */\nexport const KERNEL =\n${literal};\n`;
  } finally {
    parsed.destroy();
  }
}

if (import.meta.main) writeFileSync(KERNEL_FILE, await buildKernel());
