import { OrderlyStop } from './orderly-stop';

/** Hears signals from the moment at which this file is loaded. */
export const toldToStop = new OrderlyStop();
