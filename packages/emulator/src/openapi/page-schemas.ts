const count = { type: 'integer', minimum: 0 } as const;

/** Where a page stands in its list: the shape of `PageInfo` of http/paging.ts. */
export const pageInfoSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['currentPage', 'perPage', 'itemCount', 'pageCount', 'hasPreviousPage', 'hasNextPage'],
  properties: {
    currentPage: { ...count, minimum: 1, description: 'Counted from 1.' },
    perPage: { ...count, minimum: 1, description: 'The limit.' },
    itemCount: { ...count, description: 'Items on all pages.' },
    pageCount: count,
    hasPreviousPage: { type: 'boolean' },
    hasNextPage: { type: 'boolean' },
    endCursor: { type: 'string', description: '`cursor` of the next page; absent on the last.' },
  },
} as const;

/** A page of a list of `item`s. */
export function pageOf(item: object) {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['items', 'pageInfo'],
    properties: { items: { type: 'array', items: item }, pageInfo: pageInfoSchema },
  } as const;
}
