/** Where the lines of a report go. What is said here has its secrets redacted on the way. */
export interface ReportLog {
  debug(message: string): void;
  info(message: string): void;
  notice(message: string): void;
  warning(message: string): void;
}
