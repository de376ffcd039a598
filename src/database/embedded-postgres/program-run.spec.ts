import { reasonOf } from './embedded-postgres.error';
import { lastLines } from './program-run';

describe('a full disk', () => {
  it('is named after the output of a program', () => {
    const output = 'running bootstrap script ...\nFATAL:  could not write: No space left on device\n';
    expect(lastLines(output)).toMatch(/device\nThe disk is full\. Free space, then start again\.$/);
    expect(lastLines('FATAL:  something else')).toBe('  FATAL:  something else');
  });

  it('is named as the reason of an error of Node', () => {
    expect(reasonOf(new Error('ENOSPC: no space left on device, write'))).toContain('free space');
  });
});
