/** Describes browser and system for bug reports. */

const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  // The order matters: a user agent may also contain names that follow its own here.
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*\bSafari\//],
];

/** `Firefox 144.0`; the whole user agent for an unknown browser. */
export function nameBrowser(userAgent: string): string {
  for (const [name, mark] of BROWSERS) {
    const version = mark.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return userAgent.slice(0, 500);
}

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iOS', /\b(?:iPhone|CPU) OS ([\d_]+)/],
  ['macOS', /\bMac OS X ([\d_.]+)/],
  ['Android', /\bAndroid ([\d.]+)/],
  ['Windows NT', /\bWindows NT ([\d.]+)/],
  ['ChromeOS', /\bCrOS \S+ ([\d.]+)/],
];

/** `macOS 15.6`; '' if unknown. */
export function nameSystem(userAgent: string): string {
  for (const [name, mark] of SYSTEMS) {
    const version = mark.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version.replaceAll('_', '.')}`;
  }
  return /\bLinux\b/.test(userAgent) ? 'Linux' : '';
}

/** Sent with a report and shown beforehand; names no person and no record. */
export function describeEnvironment() {
  const { userAgent, language } = navigator;
  const { innerWidth, innerHeight, devicePixelRatio, matchMedia } = window;
  return {
    browser_version: nameBrowser(userAgent),
    os_version: nameSystem(userAgent),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
    environmental_variables: [
      `page ${window.location.pathname}`,
      `window ${innerWidth} x ${innerHeight}, ${devicePixelRatio} device pixels each`,
      `language ${language}`,
      `colours ${document.documentElement.dataset.mantineColorScheme ?? 'unknown'}`,
      ...(matchMedia('(prefers-reduced-motion: reduce)').matches ? ['reduced motion'] : []),
    ].join('; '),
  };
}
