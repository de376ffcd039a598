import { parentPort, workerData } from 'node:worker_threads';
import type { FormFile } from './form-reader.port';
import { readForm } from './read-form';

/** Bytes beside the heap, which no limit of the thread bounds: the file itself and what is inflated of it. */
const MOST_OUTSIDE_HEAP = 96 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

setInterval(() => {
  if (process.memoryUsage().external > MOST_OUTSIDE_HEAP) process.exit(1);
}, LOOK_EVERY_MS).unref();

/** The thread's whole life: one file in, one answer out. */
readForm(workerData as FormFile).then(
  (reading) => parentPort?.postMessage(reading),
  (error: unknown) => {
    throw error;
  },
);
