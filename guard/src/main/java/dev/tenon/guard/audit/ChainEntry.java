package dev.tenon.guard.audit;

import dev.tenon.internal.text.Sha256;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A line of the chain.
 *
 * @param sequence the sequence number, from 1
 * @param previous the hash of the previous line
 * @param hash the SHA-256 of the bytes of this line, without the line break
 * @param event the whole line, if it is an event line and was read from a file; else null
 */
record ChainEntry(
        long sequence,
        String previous,
        String hash,
        @Nullable Json event) {
    static final int MAX_BYTES = 16 << 20;
    /** The maximum size of a line without sequence number and hash. */
    static final int MAX_MEMBERS_BYTES = MAX_BYTES - 128;

    /** The predecessor of the first line. */
    static final ChainEntry START = new ChainEntry(0, "", "0".repeat(Sha256.DIGITS), null);

    private static final JsonReader READER =
            new JsonReader(new JsonLimits(MAX_BYTES, 200, MAX_BYTES, 2000, 1 << 16, 1_000_000));

    /** Parses a line; returns null if it is not an audit line. */
    static @Nullable ChainEntry parse(byte[] line) {
        String hash = Sha256.hex(line);
        try {
            Json json = READER.read(line);
            Json sequence = json.get("seq");
            BigDecimal number = sequence == null ? null : sequence.number();
            String prev = json.string("prev");
            Json event = json.get("event") == null ? null : json;
            return number == null || prev == null ? null : new ChainEntry(number.longValueExact(), prev, hash, event);
        } catch (JsonException | ArithmeticException e) {
            return null;
        }
    }

    /** Returns the entry of the next line. */
    ChainEntry next(byte[] line) {
        return new ChainEntry(sequence + 1, hash, Sha256.hex(line), null);
    }

    /** Returns whether this line can follow another one directly. */
    boolean follows(ChainEntry other) {
        return sequence == other.sequence() + 1 && previous.equals(other.hash());
    }
}
