import { SetMetadata } from '@nestjs/common';

/** Who is served before whom when there is too much to do; each line only while nobody stands in those before it. */
export const LINES = ['ordinary', 'last', 'few'] as const;
export type Line = (typeof LINES)[number];

export const SERVED = 'served';
/** A route that says nothing stands in the ordinary line. */
export type Served = Line | 'at-once';

/** What collectors bring in, and what operators look at: it waits for nobody. */
export const ServedAtOnce = () => SetMetadata<string, Served>(SERVED, 'at-once');

/** Large answers that somebody is glad to have later: they wait for everybody. */
export const ServedLast = () => SetMetadata<string, Served>(SERVED, 'last');

/** Answers that keep the database busy for seconds: few of them are made at a time, and they wait for everybody. */
export const ServedFewAtATime = () => SetMetadata<string, Served>(SERVED, 'few');
