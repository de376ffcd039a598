import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { DEFAULT_LIMITS } from '../domain/xlsform/workbook';
import { type FormFile, FormReader, type FormReading } from './form-reader.port';

const MOST_SECONDS = 30;
/** The heap alone; what stands beside it, the thread watches by itself (form-reader.worker.ts). */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

const TOO_LONG = unreadable(`The file took more than ${MOST_SECONDS} s to read; make the form smaller.`);
const TOO_MUCH = unreadable('The file is damaged or too large to read; save it anew and try again.');
const TOO_LARGE = unreadable(
  `The file is larger than ${DEFAULT_LIMITS.fileBytes / 1024 / 1024} MB; split the form.`,
);

/** Tests run from the sources, and a thread has no compiler: it always runs what was built. */
const BUILT = __dirname.includes(`${join('dist', 'src')}`)
  ? __dirname
  : join(__dirname, '..', '..', 'dist', 'src', 'threads');

/** One thread for one file; a file that takes too long or too much takes only its thread along. */
@Injectable()
export class ThreadedFormReader extends FormReader {
  async read(file: FormFile): Promise<FormReading> {
    if (file.bytes.length > DEFAULT_LIMITS.fileBytes) return TOO_LARGE;
    // A copy of its own, handed over: nothing is shared with the thread, and a part of a larger buffer does not take
    // all of it along.
    const bytes = new Uint8Array(file.bytes);
    const worker = new Worker(join(BUILT, 'form-reader.worker.js'), {
      workerData: { ...file, bytes },
      transferList: [bytes.buffer],
      resourceLimits: MEMORY,
    });
    try {
      return await readingOf(worker);
    } finally {
      // The answer follows the end of the thread: none is left behind, whatever its file makes it do.
      await worker.terminate();
    }
  }
}

/** What the thread answers, or what its silence means. */
function readingOf(worker: Worker): Promise<FormReading> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(TOO_LONG), MOST_SECONDS * 1000);
    const give = (reading: FormReading): void => {
      clearTimeout(timer);
      resolve(reading);
    };
    worker.once('message', give);
    worker.once('error', () => give(TOO_MUCH));
    worker.once('exit', () => give(TOO_MUCH));
  });
}

function unreadable(message: string): FormReading {
  return { kind: 'unreadable', message };
}
