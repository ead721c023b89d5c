package dev.tenon.fuzz;

import dev.tenon.json.Json;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parses bytes with the tree parser of Jackson, in its strictest mode and without limits. */
final class JacksonReference {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(100_000)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final byte[] input;
    private final @Nullable JsonNode tree;
    private final String reason;

    private JacksonReference(byte[] input, @Nullable JsonNode tree, String reason) {
        this.input = input;
        this.tree = tree;
        this.reason = reason;
    }

    static JacksonReference of(byte[] input) {
        try {
            JsonNode tree = MAPPER.readTree(input);
            return tree == null || tree.isMissingNode()
                    ? new JacksonReference(input, null, "empty")
                    : new JacksonReference(input, tree, "");
        } catch (JacksonException e) {
            return new JacksonReference(input, null, e.getOriginalMessage());
        } catch (NumberFormatException e) {
            // Jackson cannot represent the number; its exponent exceeds our limit as well.
            return new JacksonReference(input, null, "exponent");
        }
    }

    boolean isAccepted() {
        return tree != null;
    }

    String reason() {
        return reason;
    }

    /**
     * Returns whether Jackson accepts the bytes although RFC 8259 or Unicode does not: the only differences that are
     * allowed.
     */
    boolean hasInvalidUnicode() {
        boolean hasByteOrderMark = input.length >= 3 && input[0] == (byte) 0xEF && input[1] == (byte) 0xBB;
        return hasByteOrderMark || hasNul() || !isUtf8() || tree != null && hasLoneSurrogate(tree);
    }

    private boolean hasNul() {
        for (byte b : input) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    private boolean isUtf8() {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(input)) != null;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static boolean hasLoneSurrogate(JsonNode node) {
        if (node.isString()) {
            return hasLoneSurrogate(node.stringValue());
        }
        return node.propertyNames().stream().anyMatch(JacksonReference::hasLoneSurrogate)
                || node.values().stream().anyMatch(JacksonReference::hasLoneSurrogate);
    }

    /** Returns whether the text has a lone surrogate and therefore cannot be encoded. */
    private static boolean hasLoneSurrogate(String text) {
        return !StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** Fails if the value differs from the tree. */
    void assertSame(Json json) {
        assertSame(json, java.util.Objects.requireNonNull(tree));
    }

    private static void assertSame(Json actual, JsonNode expected) {
        switch (actual.kind()) {
            case OBJECT -> {
                List<String> names = List.copyOf(actual.members().keySet());
                FuzzAssertions.assertEqual(names, List.copyOf(expected.propertyNames()), () -> "names");
                actual.members().forEach((name, value) -> assertSame(value, expected.get(name)));
            }
            case ARRAY -> {
                List<Json> elements = actual.elements();
                FuzzAssertions.assertEqual(elements.size(), expected.size(), () -> "elements");
                for (int i = 0; i < elements.size(); i++) {
                    assertSame(elements.get(i), expected.get(i));
                }
            }
            case STRING -> FuzzAssertions.assertEqual(actual.string(), expected.stringValue(), () -> "string");
            case NUMBER -> assertSameNumber(actual, expected);
            case BOOLEAN -> FuzzAssertions.assertEqual(actual.bool(), expected.booleanValue(), () -> "boolean");
            case NULL -> FuzzAssertions.assertTrue(expected.isNull(), () -> "null");
        }
    }

    private static void assertSameNumber(Json actual, JsonNode expected) {
        FuzzAssertions.assertEqual(actual.isIntegerText(), expected.isIntegralNumber(), () -> "integer");
        BigDecimal number = expected.decimalValue();
        BigDecimal ourNumber = actual.number();
        FuzzAssertions.assertTrue(
                ourNumber != null && ourNumber.compareTo(number) == 0, () -> "number " + ourNumber + " and " + number);
    }
}
