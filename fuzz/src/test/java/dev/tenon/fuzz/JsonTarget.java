package dev.tenon.fuzz;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import org.jspecify.annotations.Nullable;

/** Bytes become JSON or are refused, as another parser sees it too; and what was accepted is seen alike by both. */
public final class JsonTarget {
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    /** What reading, looking at every part, and comparing may cost for each byte: mostly the objects that parts are. */
    private static final int COST = 400;

    private JsonTarget() {}

    /** Found by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        Json json = read(input.clone());
        SecondOpinion other = SecondOpinion.of(input);
        if (json == null) {
            return;
        }
        Check.that(other.accepts(), () -> "accepted what another parser refuses: " + other.reason());
        other.compare(json);
        Json again = READER.read(json.toBytes());
        Check.same(again, json, () -> "read again");
        Check.same(again.hashCode(), json.hashCode(), () -> "hash code");
        Check.same(json.detached().toString(), json.toString(), () -> "detached");
    }

    private static @Nullable Json read(byte[] input) {
        try {
            return Memory.bounded(input.length, COST, () -> READER.read(input));
        } catch (JsonException e) {
            refused(input, e);
            return null;
        }
    }

    private static void refused(byte[] input, JsonException e) {
        new Leaks(input).noneIn(e.getMessage());
        e.seen().forEach((name, value) -> {
            Check.that(e.names().contains(name), () -> "seen but not named: " + name);
            Check.same(READER.read(value.toBytes()), value, () -> "what was seen of " + name);
        });
        if (e.reason() == JsonException.Reason.MALFORMED) {
            SecondOpinion other = SecondOpinion.of(input);
            Check.that(
                    !other.accepts() || other.isUnfitUnicode(),
                    () -> "refused what another parser accepts: " + e.getMessage());
        }
    }
}
