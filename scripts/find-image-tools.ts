import { findOnPath, installPackages } from './debian-packages.ts';

const TOOLS = ['skopeo', 'umoci'] as const;

const areOnPath = () => TOOLS.every((name) => findOnPath(name) !== null);

/** Debian's readers of container images, to judge ours; as root they are installed when missing. @returns whether they are there */
export function installImageTools(): boolean {
  if (!areOnPath()) installPackages('readers of container images', TOOLS);
  return areOnPath();
}
