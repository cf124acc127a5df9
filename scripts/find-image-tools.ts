import { findOnPath, installPackages } from './debian-packages.ts';

const TOOLS = ['skopeo', 'umoci'] as const;

const areOnPath = () => TOOLS.every((name) => findOnPath(name) !== null);

/** Debian's tools for container images, to test ours; installed if missing and run as root. @returns whether they exist */
export function installImageTools(): boolean {
  if (!areOnPath()) installPackages('readers of container images', TOOLS);
  return areOnPath();
}
