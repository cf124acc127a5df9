import { findOnPath, installPackages } from './debian-packages.ts';

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool'];
const PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw'];

const areOnPath = () => PROGRAMS.every((name) => findOnPath(name) !== null);

/** Debian's S3 store for tests; as root it is installed when missing. @returns whether it is there */
export function installRadosgw(): boolean {
  if (!areOnPath()) installPackages('radosgw for the tests against an S3 store', PACKAGES);
  return areOnPath();
}
