// The table that a run prints, and its last line.

/** Prints one finished scenario at once, so that a run shows where it is. */
export function printRow(result) {
  const mark = result.passed ? 'pass' : 'FAIL';
  const counts = [`${result.success} ok`];
  if (result.failure > 0) counts.push(`${result.failure} failed`);
  if (result.warning > 0) counts.push(`${result.warning} warnings`);
  console.log(`${mark}  ${(result.scenario + result.label).padEnd(58)} ${counts.join(', ')}`);
  for (const note of result.notes) {
    console.log(`        ${note}`);
  }
}

/** Prints the sum and answers the exit code. */
export function summary(results) {
  const failed = results.filter((result) => !result.passed).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
