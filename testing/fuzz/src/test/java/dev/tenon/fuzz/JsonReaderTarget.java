package dev.tenon.fuzz;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import org.jspecify.annotations.Nullable;

/** Fuzzes the JSON reader: it accepts and rejects the same bytes as another parser, with the same values. */
public final class JsonReaderTarget {
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    /**
     * The cost in bytes for each input byte of reading, accessing all members, and comparing: mostly objects for
     * members.
     */
    private static final int COST = 400;

    private JsonReaderTarget() {}

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        Json json = read(input.clone());
        JacksonReference reference = JacksonReference.of(input);
        if (json == null) {
            return;
        }
        FuzzAssertions.assertTrue(
                reference.isAccepted(), () -> "accepted, but rejected by the reference parser: " + reference.reason());
        reference.assertSame(json);
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
            FuzzAssertions.assertTrue(e.memberNames().contains(name), () -> "intact member without a name: " + name);
            FuzzAssertions.assertEqual(READER.read(value.toBytes()), value, () -> "intact member " + name);
        });
        if (e.reason() == JsonException.JsonErrorReason.MALFORMED) {
            JacksonReference reference = JacksonReference.of(input);
            FuzzAssertions.assertTrue(
                    !reference.isAccepted() || reference.hasInvalidUnicode(),
                    () -> "rejected, but accepted by the reference parser: " + e.getMessage());
        }
    }
}
