import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool'];
const PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw'];

function areOnPath(): boolean {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return PROGRAMS.every((name) => folders.some((folder) => existsSync(path.join(folder, name))));
}

/** Debian's S3 store for tests; as root it is installed when missing. @returns whether it is there */
export function installRadosgw(): boolean {
  if (areOnPath() || process.getuid?.() !== 0) return areOnPath();
  console.log('Installing radosgw for the tests against an S3 store ...');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return areOnPath();
}
