package dev.tenon.guard.audit;

import dev.tenon.guard.internal.file.Sha256;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A line as a link of the chain.
 *
 * @param sequence its number, from 1
 * @param previous the hash of the line before
 * @param hash its own hash: SHA-256 of its bytes without the line end
 * @param event the whole line, when it is one of the guard itself and was read from a file; else null
 */
record ChainEntry(
        long sequence,
        String previous,
        String hash,
        @Nullable Json event) {
    static final int MAX_BYTES = 16 << 20;
    /** The most bytes of a line without the number and hash that chain it. */
    static final int MAX_MEMBERS_BYTES = MAX_BYTES - 128;

    /** Before the first line. */
    static final ChainEntry START = new ChainEntry(0, "", "0".repeat(Sha256.DIGITS), null);

    private static final JsonReader READER =
            new JsonReader(new JsonLimits(MAX_BYTES, 200, MAX_BYTES, 2000, 1 << 16, 1_000_000));

    /** Reads a line; null when it is none of an audit file. */
    static @Nullable ChainEntry parse(byte[] line) {
        String hash = Sha256.hex(line);
        try {
            Json json = READER.read(line);
            Json sequence = json.get("seq");
            BigDecimal number = sequence == null ? null : sequence.number();
            String before = json.string("prev");
            return number == null || before == null
                    ? null
                    : new ChainEntry(number.longValueExact(), before, hash, json.get("event") == null ? null : json);
        } catch (JsonException | ArithmeticException e) {
            return null;
        }
    }

    /** The line that follows, of these bytes. */
    ChainEntry next(byte[] line) {
        return new ChainEntry(sequence + 1, hash, Sha256.hex(line), null);
    }

    /** Whether this line may come next after that one. */
    boolean follows(ChainEntry before) {
        return sequence == before.sequence() + 1 && previous.equals(before.hash());
    }
}
