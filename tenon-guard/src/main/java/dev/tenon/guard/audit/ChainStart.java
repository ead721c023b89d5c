package dev.tenon.guard.audit;

import dev.tenon.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a chain goes on when a guard starts. What is not as it was left is written into the chain. The chain goes on behind the line
 * that was noted, not behind the last that is there, so that the gap is in the chain for ever.
 *
 * @param last the line that the next one follows
 * @param findings what the line of the start says: {@code tornBytes}; {@code missingFrom} and {@code missingTo}; {@code changed};
 *     {@code noHead}; {@code noCalls}
 */
record ChainStart(ChainEntry last, Consumer<JsonWriter> findings) {
    /**
     * Compares the files with what was noted.
     *
     * @param tail the end of the current file
     * @param noted what was noted
     * @param hadCalls whether the file of the calls in flight was there
     * @throws AuditException when the file is none of an audit, and nothing says what it was
     */
    static ChainStart of(AuditFiles files, Tail tail, Optional<ChainHead.Note> noted, boolean hadCalls)
            throws IOException {
        ChainEntry found = tail.last() == null && !tail.isDamaged()
                ? Objects.requireNonNullElse(files.lastOfEarlier(), ChainEntry.START)
                : tail.last();
        Consumer<JsonWriter> torn = out -> out.field("tornBytes", tail.torn() == 0 ? null : (Number) tail.torn());
        if (noted.isEmpty()) {
            if (found == null) {
                throw new AuditException("The last line of the audit file " + files.current() + " is damaged, so that"
                        + " nothing can be chained to it. Verify the file, keep it, and move it away to begin anew.");
            }
            Boolean noHead = found.sequence() == 0 ? null : true;
            return new ChainStart(found, torn.andThen(out -> out.field("noHead", noHead)));
        }
        ChainHead.Note note = noted.get();
        Boolean noCalls = note.isRunning() && !hadCalls ? true : null;
        return compared(files, found, note.last(), torn.andThen(out -> out.field("noCalls", noCalls)));
    }

    private static ChainStart compared(
            AuditFiles files, @Nullable ChainEntry found, ChainEntry noted, Consumer<JsonWriter> findings)
            throws IOException {
        long there = found == null ? noted.sequence() : found.sequence();
        if (there < noted.sequence()) {
            return new ChainStart(noted, findings.andThen(out -> out.field("missingFrom", (Number) (there + 1))
                    .field("missingTo", (Number) noted.sequence())));
        }
        ChainEntry same = found == null || there == noted.sequence() ? found : find(files, noted.sequence());
        boolean isChanged = same == null || !same.hash().equals(noted.hash());
        ChainEntry last = found == null || (isChanged && there == noted.sequence()) ? noted : found;
        return new ChainStart(
                last, findings.andThen(out -> out.field("changed", isChanged ? (Number) noted.sequence() : null)));
    }

    private static @Nullable ChainEntry find(AuditFiles files, long sequence) throws IOException {
        List<Path> all = files.all();
        for (int i = all.size() - 1; i >= 0; i--) {
            ChainEntry first = AuditLines.first(all.get(i));
            if (first != null && first.sequence() <= sequence) {
                return AuditLines.last(all.get(i), sequence);
            }
        }
        return null;
    }
}
