/** Unpacks downloaded container images with the system's tar. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestPortal } from '../portal.ts';

/** The root file system of an image: its layers, one over another. */
export function unpackImage(portal: TestPortal, archive: Buffer): string {
  const folder = mkdtempSync(path.join(portal.folder, 'image-'));
  const root = mkdtempSync(path.join(portal.folder, 'root-'));
  writeFileSync(path.join(folder, 'image.tar'), archive);
  execFileSync('tar', ['-xf', 'image.tar'], { cwd: folder });
  const [{ Layers }] = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as [
    { Layers: string[] },
  ];
  for (const layer of Layers) execFileSync('tar', ['-xzf', layer, '-C', root], { cwd: folder });
  return root;
}
