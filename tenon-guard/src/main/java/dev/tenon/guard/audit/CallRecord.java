package dev.tenon.guard.audit;

import dev.tenon.json.Json;
import java.io.IOException;

/** One place of the {@link CallJournal}, taken by a call that was begun and is not in the audit file yet. */
final class CallRecord {
    private final CallJournal journal;
    private final int place;
    private final Json call;
    private byte state;

    /**
     * A place that is taken.
     *
     * @param call what is known of the call: an object with {@code time}, {@code who}, {@code upstream}, {@code method}, {@code name}
     */
    CallRecord(CallJournal journal, int place, Json call, byte state) {
        this.journal = journal;
        this.place = place;
        this.call = call;
        this.state = state;
    }

    /** Its line is about to be written, and will be this one: after a kill that tells whether it was. */
    void assign(long sequence) throws IOException {
        journal.assign(place, state, sequence);
    }

    /** Its line could not be written, and its answer was withheld for that, or not. */
    void fail(boolean withheld) {
        state = withheld ? CallJournal.WITHHELD : CallJournal.UNWRITTEN;
        try {
            assign(0);
        } catch (IOException e) {
            // The place says which line the call has: that is enough, unless the guard is killed now.
        }
    }

    /** Its line is written. */
    void release() {
        journal.release(place);
    }

    /** The line for a call that ended without one. */
    AuditLine line() {
        String event = state == CallJournal.BEGUN ? "interrupted" : "unwritten";
        Boolean withheld = state == CallJournal.WITHHELD ? true : null;
        return AuditLine.event(event, this, out -> out.field("call", call).field("withheld", withheld));
    }
}
