// Adds up the reports that vitest's JSON reporter left in a directory: "PASSED FAILED". Skipped tests fail
// the count: on a machine that .ci/run prepared, every test has what it needs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory] = process.argv.slice(2);
let passed = 0;
let failed = 0;
let skipped = 0;
const files = readdirSync(directory).filter((name) => name.endsWith('.json'));
for (const name of files) {
  const report = JSON.parse(readFileSync(join(directory, name), 'utf8'));
  passed += report.numPassedTests;
  // A file that could not even be loaded has no test that failed.
  failed += report.numFailedTests || (report.success ? 0 : 1);
  skipped += report.numPendingTests + report.numTodoTests;
}
console.error(`${files.length} reports, ${skipped} skipped`);
console.log(passed, failed + skipped);
process.exit(files.length === 0 || skipped > 0 ? 1 : 0);
