import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';

/** Converts to a number; other text becomes NaN, which validation rejects. */
export const AsNumber = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.trim() !== '' ? Number(value) : value,
  );

/** A whole number from min to max. @param unit for the message, such as ` of days` */
export const WholeNumber = (min: number, max: number, unit = '') => {
  return (environment: object, name: string): void => {
    const message = `${name} must be a whole number${unit} from ${min} to ${max}.`;
    for (const decorate of [AsNumber(), IsInt({ message }), Min(min, { message }), Max(max, { message })]) {
      decorate(environment, name);
    }
  };
};

export const AsFlag = () =>
  Transform(({ value }: { value: unknown }) =>
    value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value,
  );

/** Validates text by a predicate. */
export const Satisfies = (
  name: string,
  isValid: (value: string) => boolean,
  message: string | ((value: string) => string),
) =>
  ValidateBy(
    { name, validator: { validate: (value: unknown) => typeof value === 'string' && isValid(value) } },
    { message: typeof message === 'string' ? message : ({ value }) => message(String(value)) },
  );
