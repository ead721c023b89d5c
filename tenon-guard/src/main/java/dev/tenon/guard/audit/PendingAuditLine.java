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
 * @param members gives its members as a JSON object, without the number and hash that chain it; called by the writer
 * @param call the note of its call in the journal, or null
 * @param onWritten told once: null when the operating system has the line, or why it has not
 */
record PendingAuditLine(
        Supplier<byte[]> members, @Nullable CallRecord call, Consumer<@Nullable AuditException> onWritten) {
    /** A line of the guard itself; {@code call} is what it is about, if it is about one that has no line. */
    static PendingAuditLine ofEvent(String name, @Nullable CallRecord call, Consumer<JsonWriter> more) {
        JsonWriter out = new JsonWriter().beginObject();
        more.accept(out.field("time", Instant.now().toString()).field("event", name));
        byte[] bytes = out.endObject().finish();
        return new PendingAuditLine(() -> bytes, call, problem -> {});
    }
}
