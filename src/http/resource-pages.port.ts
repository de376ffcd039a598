import type { Response } from 'express';
import type { Reply } from './reply';

/** The JSON of a resource that a person looks at. */
export interface ShownJson {
  readonly json: string;
  /** There was more of it than is ever shown. */
  readonly isCut: boolean;
}

/** Makes a page of the JSON that an answer would have; status and headers are on the answer already. */
export type PageOfResource = (response: Response, shown: ShownJson) => Reply<string>;
