import type { ApiBodyOptions } from '@nestjs/swagger';

export const XML_CONTENT = { schema: { type: 'string' } } as const;

/** In the format of the submission. */
export const RECEIPT_RESPONSE = {
  content: { 'text/xml': XML_CONTENT, 'application/json': { schema: { type: 'object' } } },
} as const;

const FILE = { type: 'string', format: 'binary' } as const;

export const SUBMISSION_BODY: ApiBodyOptions = {
  schema: {
    oneOf: [
      {
        type: 'object',
        required: ['xml_submission_file'],
        properties: { xml_submission_file: FILE, '*isIncomplete*': { type: 'string', enum: ['yes'] } },
        additionalProperties: FILE,
        description: 'As a form: the XML, and every file under its own name.',
      },
      {
        type: 'object',
        required: ['id', 'submission'],
        properties: { id: { type: 'string' }, submission: { type: 'object', additionalProperties: true } },
        description: 'As JSON: the form id and the answers.',
      },
    ],
  },
};
