package dev.tenon.guard.audit;

import dev.tenon.json.Json;
import java.io.IOException;

/**
 * One place of the {@link CallJournal}, taken by a call that was begun and is not in the audit file yet.
 *
 * @param journal where it is
 * @param place its place there
 * @param call what is known of the call: an object with {@code time}, {@code who}, {@code upstream}, {@code method}, {@code name}
 */
record CallRecord(CallJournal journal, int place, Json call) {
    /** Its line is about to be written, and will be this one: after a kill that tells whether it was. */
    void assign(long sequence) throws IOException {
        journal.assign(place, sequence);
    }

    /** Its line could not be written, and its answer was withheld for that, or not. */
    void fail(boolean withheld) {
        journal.change(place, withheld ? CallJournal.State.WITHHELD : CallJournal.State.UNWRITTEN);
    }

    /** Its line is written. */
    void release() {
        journal.change(place, CallJournal.State.FREE);
    }

    /** The line for a call that ended without one. */
    AuditLine line() {
        return switch (journal.state(place)) {
            case WITHHELD -> AuditLine.event("unwritten", this, out -> out.field("withheld", (Boolean) true));
            case UNWRITTEN -> AuditLine.event("unwritten", this, out -> {});
            default -> AuditLine.event("interrupted", this, out -> {});
        };
    }
}
