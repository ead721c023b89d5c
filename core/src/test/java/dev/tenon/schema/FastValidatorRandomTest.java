package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.internal.document.SchemaDialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The fast validator never contradicts the validator library. */
class FastValidatorRandomTest {
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "0.0",
        "1",
        "1.0",
        "10e-1",
        "2",
        "3",
        "-1",
        "-1.5",
        "1.5",
        "0.5",
        "1e2",
        "100",
        "2147483647",
        "2147483648",
        "-2147483649",
        "9223372036854775807",
        "9223372036854775808",
        "999999999999999999",
        "1000000000000000000",
        "1e400",
        "1e-400",
        "123456789012345678901234567890.5"
    };
    private static final String[] TEXTS = {
        "\"\"",
        "\"a\"",
        "\"b\"",
        "\"ab\"",
        "\"é\"",
        "\"\\ud83d\\ude00\"",
        "\"😀😀\"",
        "\"\\u0061\"",
        "\"1\"",
        "\"2026-11-22\"",
        "\"2026-11-22T10:00:00Z\"",
        "\"ada@example.org\"",
        "\"null\"",
        "\"aaaaaaaaaaaaaaaaaaaa\""
    };
    private static final String[] OTHERS = {
        "null",
        "true",
        "false",
        "[]",
        "{}",
        "[1]",
        "[1.0]",
        "[1,1.0]",
        "[\"a\",\"a\"]",
        "[[]]",
        "{\"a\":1}",
        "{\"a\":1.0}",
        "{\"b\":1,\"a\":2}",
        "{\"a\":2,\"b\":1}",
        "{\"a\":{\"a\":{}}}",
        "[null,false,0,\"\"]"
    };
    private static final String[] NAMES = {"a", "b", "c", "", "a/b", "~0", "%41", "é", "type", "$ref"};
    private static final String[] TYPES = {"array", "boolean", "integer", "null", "number", "object", "string"};
    private static final String[] FORMATS = {
        "int32", "int64", "date", "date-time", "email", "uri", "uuid", "ipv4", "json-pointer", "hostname", "unknown"
    };
    private static final String[] KEYWORDS = {
        "type",
        "type",
        "type",
        "enum",
        "const",
        "properties",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "uniqueItems",
        "format",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "if",
        "then",
        "else",
        "$ref",
        "title",
        "default",
        "x-own",
        "deprecated",
        "readOnly",
        "nullable"
    };

    private final Random random = new Random(2026);
    private SchemaDialect dialect = SchemaDialect.DRAFT_2020_12;

    private String pick(String[] values) {
        return values[random.nextInt(values.length)];
    }

    private Json randomValue(int depth) {
        int kind = random.nextInt(depth > 0 ? 8 : 5);
        return switch (kind) {
            case 0, 1 -> Json.parse(pick(NUMBERS));
            case 2, 3 -> Json.parse(pick(TEXTS));
            case 4 -> Json.parse(pick(OTHERS));
            case 5 -> Json.of(randomValues(depth));
            default -> {
                Map<String, Json> members = new LinkedHashMap<>();
                for (int n = random.nextInt(4); n > 0; n--) {
                    members.put(pick(NAMES), randomValue(depth - 1));
                }
                yield Json.of(members);
            }
        };
    }

    private List<Json> randomValues(int depth) {
        List<Json> values = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            values.add(randomValue(depth - 1));
        }
        return values;
    }

    private Json randomSchema(int depth) {
        if (random.nextInt(15) == 0) {
            return Json.of(random.nextBoolean());
        }
        Map<String, Json> schema = new LinkedHashMap<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            String keyword = pick(KEYWORDS);
            schema.put(keyword, randomKeywordValue(keyword, depth));
        }
        return Json.of(schema);
    }

    private Json randomKeywordValue(String keyword, int depth) {
        return switch (keyword) {
            case "type" ->
                random.nextInt(4) > 0
                        ? Json.of(pick(TYPES))
                        : Json.of(List.of(TYPES[random.nextInt(3)], TYPES[3 + random.nextInt(4)]));
            case "enum" -> Json.of(List.of(randomValue(1), randomValue(1), randomValue(0), randomValue(0)));
            case "const" -> randomValue(1);
            case "required" -> Json.of(random.nextBoolean() ? List.of("a") : List.of("b", "a/b"));
            case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties" ->
                Json.parse(pick(new String[] {"0", "1", "2", "1.0", "3", "99999999999", "20"}));
            case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum" -> Json.parse(pick(NUMBERS));
            case "multipleOf" -> Json.parse(pick(new String[] {"1", "2", "0.5", "0.01", "1.0", "3", "1e2", "7e-1"}));
            case "uniqueItems", "deprecated", "readOnly", "nullable" -> Json.of(random.nextBoolean());
            case "format" -> Json.of(pick(FORMATS));
            case "title" -> Json.of("a");
            case "$ref" -> Json.of("#/$defs/" + pick(new String[] {"a", "b"}));
            case "default", "x-own" -> randomValue(1);
            default -> randomSubschemas(keyword, Math.max(depth, 1));
        };
    }

    private Json randomSubschemas(String keyword, int depth) {
        return switch (keyword) {
            case "anyOf", "oneOf", "allOf" -> Json.of(List.of(randomSchema(depth - 1), randomSchema(depth - 1)));
            case "properties" -> {
                Map<String, Json> described = new LinkedHashMap<>();
                described.put(pick(NAMES), randomSchema(depth - 1));
                described.put("a", randomSchema(depth - 1));
                yield Json.of(described);
            }
            default -> randomSchema(depth - 1);
        };
    }

    private Json randomDocument() {
        Map<String, Json> document = new LinkedHashMap<>();
        if (dialect == SchemaDialect.DRAFT_07) {
            document.put("$schema", Json.of("http://json-schema.org/draft-07/schema#"));
        }
        Json root = randomSchema(3);
        if (root.kind() == JsonKind.BOOLEAN) {
            return root;
        }
        document.putAll(root.members());
        if (random.nextInt(5) == 0) {
            boolean tuple = dialect == SchemaDialect.DRAFT_07;
            document.put(tuple ? "items" : "prefixItems", Json.of(List.of(randomSchema(1), randomSchema(1))));
            document.put(tuple ? "additionalItems" : "items", randomSchema(1));
        }
        document.put("$defs", Json.of(Map.of("a", randomSchema(2), "b", randomSchema(1))));
        return Json.of(document);
    }

    @ParameterizedTest
    @EnumSource(SchemaDialect.class)
    void agrees_with_the_validator_library(SchemaDialect dialect) {
        this.dialect = dialect;
        int[] counts = new int[2];
        for (int i = 0; i < 3000; i++) {
            Schema schema = compileOrNull(randomDocument());
            for (int j = 0; schema != null && j < 8; j++) {
                Json value = randomValue(3);
                boolean fits = schema.validateWithLibrary(value).isEmpty();
                if (schema.fastValidator().isCertainlyValid(value) != fits
                        && (!fits || isDecidedByFastValidator(schema, value))) {
                    fail("%s fits: %s, but not so without the validator: %s", value, fits, schema);
                }
                counts[fits ? 1 : 0]++;
            }
        }
        assertThat(counts[0]).isGreaterThan(2000);
        assertThat(counts[1]).isGreaterThan(5000);
    }

    /** Returns null when the schema is invalid, or unsupported by the fast validator. */
    private @Nullable Schema compileOrNull(Json document) {
        try {
            Schema schema = Schema.compile(document);
            Schema chosen = random.nextBoolean() ? schema.withFormatAssertion() : schema;
            return chosen.fastValidator().isSupported() ? chosen : null;
        } catch (SchemaException e) {
            return null;
        }
    }

    /** Nested arrays that must be unique, and numbers that are long to divide, are left to the validator library. */
    private static boolean isDecidedByFastValidator(Schema schema, Json value) {
        String text = schema.toString();
        boolean divides = text.contains("multipleOf") && value.toString().contains("400");
        return !text.contains("uniqueItems\":true") && !divides;
    }
}
