import { describeUserAgent } from './credential';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('describeUserAgent', () => {
  it.each([
    [`${WINDOWS} ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${WINDOWS} ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
    [`${MAC} ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 OPR/122.0.0.0`, 'Opera on macOS'],
    [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 'Safari on macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
      'Chrome on ChromeOS',
    ],
    [`${ANDROID} ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `${ANDROID} ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
    [
      `${IPHONE} AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
    ],
    [
      `${IPHONE} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Safari/605.1.15',
      'Firefox on iPad',
    ],
    ['Something (Windows NT 10.0)', 'Browser on Windows'],
    ['Firefox/140.0', 'Firefox'],
  ])('reads %s', (agent, text) => {
    expect(describeUserAgent(agent)).toBe(text);
  });

  it.each([
    '',
    'curl/8.5.0',
    'Mozilla/5.0',
    '<script>alert(1)</script>',
    'x'.repeat(100_000),
    'Version/ '.repeat(10_000),
  ])('knows no browser in %.30s', (agent) => {
    expect(describeUserAgent(agent)).toBeUndefined();
  });
});
