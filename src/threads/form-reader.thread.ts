import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { type FormFile, FormReader, type FormReading } from './form-reader.port';

const MOST_SECONDS = 30;
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

/** Tests run from the sources, and a thread has no compiler: it always runs what was built. */
const BUILT = __dirname.includes(`${join('dist', 'src')}`)
  ? __dirname
  : join(__dirname, '..', '..', 'dist', 'src', 'threads');

/** One thread for one file; a file that takes too long or too much takes only its thread along. */
@Injectable()
export class ThreadedFormReader extends FormReader {
  read(file: FormFile): Promise<FormReading> {
    return new Promise((resolve) => {
      const worker = new Worker(join(BUILT, 'form-reader.worker.js'), {
        workerData: file,
        resourceLimits: MEMORY,
      });
      const give = (reading: FormReading): void => {
        clearTimeout(timer);
        resolve(reading);
        void worker.terminate();
      };
      const timer = setTimeout(
        () =>
          give({
            kind: 'unreadable',
            message: `The file took more than ${MOST_SECONDS} s to read; make the form smaller.`,
          }),
        MOST_SECONDS * 1000,
      );
      worker.once('message', (reading: FormReading) => give(reading));
      worker.once('error', () =>
        give({
          kind: 'unreadable',
          message: 'The file is damaged or too large to read; save it anew and try again.',
        }),
      );
      worker.once('exit', () =>
        give({ kind: 'unreadable', message: 'The file could not be read; save it anew and try again.' }),
      );
    });
  }
}
