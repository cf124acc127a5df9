import { findOnPath, installPackages } from './debian-packages.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

function onPath(): string | null {
  return NAMES.map(findOnPath).find((place) => place !== null) ?? null;
}

/** Chromium on this machine; as root on Debian it is installed when missing. Null when there is none. */
export function findChromium(): string | null {
  if (onPath() === null) installPackages('Chromium for the journeys', ['chromium']);
  return onPath();
}
