import { findOnPath, installPackages } from './debian-packages.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

function onPath(): string | null {
  return NAMES.map(findOnPath).find((file) => file !== null) ?? null;
}

/** Path of Chromium, installed if missing and run as root on Debian; null if there is none. */
export function findChromium(): string | null {
  if (onPath() === null) installPackages('Chromium for the journeys', ['chromium']);
  return onPath();
}
