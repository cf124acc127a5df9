import { findOnPath, type Tool } from './debian-packages.ts';

/** Debian's readers of container images, to test ours. */
export const IMAGE_TOOLS: Tool = {
  what: 'readers of container images',
  packages: ['skopeo', 'umoci'],
  isThere: () => ['skopeo', 'umoci'].every((name) => findOnPath(name) !== null),
};
