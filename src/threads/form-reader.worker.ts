import { parentPort, workerData } from 'node:worker_threads';
import type { FormFile } from './form-reader.port';
import { readForm } from './read-form';

/** The thread's whole life: one file in, one answer out. */
readForm(workerData as FormFile).then(
  (reading) => parentPort?.postMessage(reading),
  (error: unknown) => {
    throw error;
  },
);
