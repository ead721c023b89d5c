package dev.tenon.guard.audit;

import java.util.List;

/**
 * The result of a verification.
 *
 * @param lines the number of lines read
 * @param first the sequence number of the first line, 0 for none
 * @param last the sequence number of the last line, 0 for none
 * @param hash the hash of the last line; stored elsewhere, it later proves that no line up to it was changed
 * @param problems at most 100 problems; empty if the audit is intact
 * @param notes observations that are not problems
 * @param unanswered the calls without a line, each as JSON: the guard was killed while they were in progress, or could
 *     not write; or the guard is running and they are in progress now
 */
public record AuditReport(
        long lines,
        long first,
        long last,
        String hash,
        List<AuditProblem> problems,
        List<String> notes,
        List<String> unanswered) {
    public AuditReport {
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
        unanswered = List.copyOf(unanswered);
    }

    /** Returns whether no line was changed, removed, truncated or reordered. */
    public boolean isIntact() {
        return problems.isEmpty();
    }
}
