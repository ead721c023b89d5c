package dev.tenon.guard.audit;

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
    /** A line of the guard itself. */
    static AuditLine event(String name, Consumer<JsonWriter> more) {
        return event(name, null, more);
    }

    /** A line of the guard itself, about a call that has no line. */
    static AuditLine event(String name, @Nullable CallRecord call, Consumer<JsonWriter> more) {
        JsonWriter out = new JsonWriter()
                .object()
                .field("time", Instant.now().toString())
                .field("event", name)
                .field("call", call == null ? null : call.call());
        more.accept(out);
        byte[] bytes = out.endObject().finish();
        return new AuditLine(() -> bytes, call, problem -> {});
    }
}
