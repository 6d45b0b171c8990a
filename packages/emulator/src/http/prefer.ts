import type { Request } from 'express';

/** The `handling` preference of RFC 7240; the first counts. */
export function preferredHandling(req: Request): 'strict' | 'lenient' | undefined {
  const header = req.headers['prefer'];
  if (header === undefined) return undefined;
  const [, handling] =
    /(?:^|[,;])\s*handling\s*=\s*"?(strict|lenient)"?\s*(?=[,;]|$)/i.exec(String(header)) ?? [];
  switch (handling?.toLowerCase()) {
    case 'strict':
      return 'strict';
    case 'lenient':
      return 'lenient';
    default:
      return undefined;
  }
}
