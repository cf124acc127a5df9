import { findOnPath, type Tool } from './debian-packages.ts';

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool'];

/** Debian's S3 store, for tests. */
export const RADOSGW: Tool = {
  what: 'radosgw for the tests against an S3 store',
  packages: ['ceph-mon', 'ceph-osd', 'radosgw'],
  isThere: () => PROGRAMS.every((name) => findOnPath(name) !== null),
};
