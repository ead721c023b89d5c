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
 * @param unanswered the calls that were begun and have no line of their own, each as JSON: the guard was killed while
 *     they were under way, or could not write; or it is running and they are under way now
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

    /** Whether nothing was changed, cut out, cut off or put in another order. */
    public boolean isIntact() {
        return problems.isEmpty();
    }
}
