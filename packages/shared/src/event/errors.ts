import type { FromSchema } from 'json-schema-to-ts';

/** Error body with a sentence for a person (spec, section 4.1). */
export const messageBodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['message'],
  properties: { message: { type: 'string' } },
} as const;

export type MessageBody = FromSchema<typeof messageBodySchema>;

/** Error body with one item a validation problem (spec, section 4.1). */
export const validationErrorsBodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['type', 'msg', 'path', 'location'],
        properties: {
          type: { type: 'string', enum: ['field'] },
          msg: { type: 'string', description: 'What is wrong with the value, and the remedy.' },
          path: { type: 'string', description: 'Where it is, such as events[0].attributes.env.' },
          location: { type: 'string', enum: ['body', 'query', 'headers', 'params'] },
        },
      },
    },
  },
} as const;

export type ValidationErrorsBody = FromSchema<typeof validationErrorsBodySchema>;
export type ValidationError = ValidationErrorsBody['errors'][number];
