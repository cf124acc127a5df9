import { expect, test } from 'vitest';
import { nameBrowser, nameSystem } from './environment.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144.0', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge 141.0.0.0',
    'Windows NT 10.0',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari 26.0',
    'macOS 10.15.7',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1',
    'Chrome 141.0.7390.41',
    'iOS 18.6',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome 141.0.0.0',
    'Android 10',
  ],
  ['curl/8.15.0', 'curl/8.15.0', ''],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect([nameBrowser(userAgent), nameSystem(userAgent)]).toEqual([browser, system]);
});

test('for an unknown browser, the whole user agent is sent, up to the length limit', () => {
  expect(nameBrowser('x'.repeat(600))).toHaveLength(500);
});
