import { dateText, dateTimeText, parseDateTime } from './javarosa-functions';
import { offsetOf } from './typed-answers';

/**
 * Dates and times that a form gives as defaults or computes, written as Collect stores them. JavaRosa (DateUtils) reads more
 * spellings than the engine, which drops the others or keeps them as they are.
 */
const COMPLETE_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[-+]\d{2}:\d{2})$/;
const CLOCK = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d+))?)?(Z|[-+]\d{2}:\d{2})?$/;

/** @returns the text itself if it is no date */
export function storedDate(text: string): string {
  return dateText(parseDateTime(text.trim())) || text;
}

/** @returns the text itself if it is no moment, or complete */
export function storedMoment(text: string): string {
  return COMPLETE_MOMENT.test(text) ? text : dateTimeText(parseDateTime(text.trim())) || text;
}

/** Without an offset it is of the person's time zone. @returns the text itself if it is no time */
export function storedTime(text: string): string {
  const [, hour = '', minute = '', second = '', fraction = '', offset] = CLOCK.exec(text.trim()) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return text;
  const [hours, minutes, seconds] = [hour, minute, second].map((part) => part.padStart(2, '0'));
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  return `${hours}:${minutes}:${seconds}.${milliseconds}${offset ?? offsetOf(new Date())}`;
}
