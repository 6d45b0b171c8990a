/** What the runner knows but puts into no variable: the Action takes it by inputs whose defaults are expressions. */
export interface JobInputs {
  /** `${{ job.status }}`: success, failure or cancelled. */
  jobStatus: string;
  /** `${{ toJSON(matrix) }}`: JSON, `null` outside of a matrix. */
  matrix: string;
  /** `${{ job.check_run_id }}`; empty on older runners. */
  checkRunId: string;
}
