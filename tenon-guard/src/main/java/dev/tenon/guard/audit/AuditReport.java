package dev.tenon.guard.audit;

import java.util.List;

/**
 * What a verification found.
 *
 * @param lines how many lines were read
 * @param first the number of the first, 0 for none
 * @param last the number of the last, 0 for none
 * @param hash the hash of the last line: who keeps it elsewhere can prove later that nothing before it was changed
 * @param problems what is wrong; nothing when the audit is whole; at most 100 are listed
 * @param notes what is not wrong, but worth knowing
 */
public record AuditReport(
        long lines, long first, long last, String hash, List<AuditProblem> problems, List<String> notes) {
    public AuditReport {
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
    }

    /** Whether nothing was changed, cut out, cut off or put in another order. */
    public boolean isWhole() {
        return problems.isEmpty();
    }
}
