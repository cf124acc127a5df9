/** Independent tools for container images: Debian's skopeo and umoci, and a chroot to run images in. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import path from 'node:path';

const isRoot = process.getuid?.() === 0;

export interface ReadImage {
  config: { Entrypoint: string[]; ExposedPorts?: Record<string, unknown>; Labels: Record<string, string> };
  architecture: string;
  diffIds: string[];
}

/** The image configuration in an archive, read in one of its two formats. */
export function inspectImage(form: string): ReadImage {
  const text = execFileSync('skopeo', ['inspect', '--config', form], { encoding: 'utf8' });
  const { config, architecture, rootfs } = JSON.parse(text);
  return { config, architecture, diffIds: rootfs.diff_ids };
}

/** Copies an image into an OCI layout, which checks the digests of all layers. */
export function copyImage(form: string, layout: string): void {
  execFileSync('skopeo', ['--insecure-policy', 'copy', '--quiet', form, `oci:${layout}:read`]);
}

/** Unpacks an image of a layout. @returns its root folder */
export function unpackImage(layout: string, bundle: string): string {
  const rootless = isRoot ? [] : ['--rootless'];
  execFileSync('umoci', ['unpack', ...rootless, '--image', `${layout}:read`, bundle]);
  return path.join(bundle, 'rootfs');
}

/** Runs the command of an image with its root as the only file system. */
export function runInside(
  root: string,
  command: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  const enter = isRoot ? ['chroot', root] : ['unshare', '--map-root-user', 'chroot', root];
  const [program = '', ...args] = [...enter, ...command];
  return spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}
