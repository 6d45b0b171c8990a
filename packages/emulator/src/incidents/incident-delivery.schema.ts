/** What the service answers a webhook: the shape of `DeliveryOutcome`. */
export const incidentDeliverySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    outcome: { type: 'string', enum: ['created', 'updated', 'unchanged'] },
    id: { type: 'string', format: 'uuid', description: 'Of the incident.' },
    notes: {
      type: 'array',
      items: { type: 'string' },
      description: 'Values of the payload that could not be used, and why.',
    },
    ignored: { type: 'string', description: 'Why the call changed nothing; then there is nothing else.' },
  },
} as const;
