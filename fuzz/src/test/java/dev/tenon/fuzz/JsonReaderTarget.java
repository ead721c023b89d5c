package dev.tenon.fuzz;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import org.jspecify.annotations.Nullable;

/** Bytes become JSON or are refused, as another parser sees it too; and what was accepted is seen alike by both. */
public final class JsonReaderTarget {
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    /** What reading, looking at every part, and comparing may cost for each byte: mostly the objects that parts are. */
    private static final int COST = 400;

    private JsonReaderTarget() {}

    /** Found by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        Json json = read(input.clone());
        JacksonReference other = JacksonReference.of(input);
        if (json == null) {
            return;
        }
        FuzzAssertions.assertTrue(other.isAccepted(), () -> "accepted what another parser refuses: " + other.reason());
        other.assertSame(json);
        Json again = READER.read(json.toBytes());
        FuzzAssertions.assertEqual(again, json, () -> "read again");
        FuzzAssertions.assertEqual(again.hashCode(), json.hashCode(), () -> "hash code");
        FuzzAssertions.assertEqual(json.toDetached().toString(), json.toString(), () -> "detached");
    }

    private static @Nullable Json read(byte[] input) {
        try {
            return AllocationLimiter.runBounded(input.length, COST, () -> READER.read(input));
        } catch (JsonException e) {
            checkRejection(input, e);
            return null;
        }
    }

    private static void checkRejection(byte[] input, JsonException e) {
        new LeakAssertions(input).assertNone(e.getMessage());
        e.intactMembers().forEach((name, value) -> {
            FuzzAssertions.assertTrue(e.memberNames().contains(name), () -> "seen but not named: " + name);
            FuzzAssertions.assertEqual(READER.read(value.toBytes()), value, () -> "what was seen of " + name);
        });
        if (e.reason() == JsonException.JsonErrorReason.MALFORMED) {
            JacksonReference other = JacksonReference.of(input);
            FuzzAssertions.assertTrue(
                    !other.isAccepted() || other.hasInvalidUnicode(),
                    () -> "refused what another parser accepts: " + e.getMessage());
        }
    }
}
