import type { ApiBodyOptions } from '@nestjs/swagger';

export const XML = { schema: { type: 'string' } } as const;

/** In the language that the submission came in. */
export const RECEIPT = {
  content: { 'text/xml': XML, 'application/json': { schema: { type: 'object' } } },
} as const;

const FILE = { type: 'string', format: 'binary' } as const;

/** A submission as collectors send it. */
export const SUBMISSION: ApiBodyOptions = {
  schema: {
    oneOf: [
      {
        type: 'object',
        required: ['xml_submission_file'],
        properties: { xml_submission_file: FILE, '*isIncomplete*': { type: 'string', enum: ['yes'] } },
        additionalProperties: FILE,
        description: 'As a form: the XML, and each file under its own name.',
      },
      {
        type: 'object',
        required: ['id', 'submission'],
        properties: { id: { type: 'string' }, submission: { type: 'object', additionalProperties: true } },
        description: 'As JSON: the id of the form, and the answers.',
      },
    ],
  },
};
