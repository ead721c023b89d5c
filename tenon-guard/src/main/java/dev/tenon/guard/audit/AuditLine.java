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
 * @param done told once: null when the operating system has the line, or why it has not
 */
record AuditLine(Supplier<byte[]> members, @Nullable CallRecord call, Consumer<@Nullable AuditException> done) {
    /** A line of the guard itself; {@code call} is what it is about, if it is about one that has no line. */
    static AuditLine event(String name, @Nullable CallRecord call, Consumer<JsonWriter> more) {
        JsonWriter out = new JsonWriter().object();
        more.accept(out.field("time", Instant.now().toString()).field("event", name));
        byte[] bytes = out.endObject().finish();
        return new AuditLine(() -> bytes, call, problem -> {});
    }
}
