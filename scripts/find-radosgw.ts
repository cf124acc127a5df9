import { findOnPath, installPackages } from './debian-packages.ts';

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool'];
const PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw'];

const areOnPath = () => PROGRAMS.every((name) => findOnPath(name) !== null);

/** Installs Debian's S3 store for tests, if missing and run as root. @returns whether it exists */
export function installRadosgw(): boolean {
  if (!areOnPath()) installPackages('radosgw for the tests against an S3 store', PACKAGES);
  return areOnPath();
}
