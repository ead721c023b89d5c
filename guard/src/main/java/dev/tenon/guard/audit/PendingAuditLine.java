package dev.tenon.guard.audit;

import dev.tenon.guard.audit.CallJournal.CallRecord;
import dev.tenon.json.JsonWriter;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A line that waits to be written.
 *
 * @param members returns the members as a JSON object, without sequence number and hash; called by the writer thread
 * @param call the record of its call in the journal, or null
 * @param onWritten called once: with null if the operating system has the line, or with the failure
 */
record PendingAuditLine(
        Supplier<byte[]> members, @Nullable CallRecord call, Consumer<@Nullable AuditException> onWritten) {
    /** Creates an event line of the guard; {@code call} is the call without a line that it is about, or null. */
    static PendingAuditLine ofEvent(String name, @Nullable CallRecord call, Consumer<JsonWriter> members) {
        JsonWriter out = new JsonWriter().beginObject();
        members.accept(out.fieldUnlessNull("time", Instant.now().toString()).fieldUnlessNull("event", name));
        byte[] bytes = out.endObject().takeBytes();
        return new PendingAuditLine(() -> bytes, call, problem -> {});
    }
}
