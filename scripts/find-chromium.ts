import { findOnPath, installTool, type Tool } from './debian-packages.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

function onPath(): string | null {
  return NAMES.map(findOnPath).find((file) => file !== null) ?? null;
}

export const CHROMIUM: Tool = {
  what: 'Chromium for the journeys',
  packages: ['chromium'],
  isThere: () => onPath() !== null,
};

/** Path of Chromium, installed if missing and run as root on Debian; null if there is none. */
export function findChromium(): string | null {
  installTool(CHROMIUM);
  return onPath();
}
