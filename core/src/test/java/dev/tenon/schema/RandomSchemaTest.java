package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tenon.json.Json;
import dev.tenon.schema.internal.document.KeywordValueType;
import dev.tenon.schema.internal.document.SchemaDialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Schemas that compile can be used: no value makes the validator library fail. */
class RandomSchemaTest {
    private static final String[] VALUES = {
        "null",
        "true",
        "false",
        "0",
        "1",
        "-1",
        "1.5",
        "1e300",
        "99999999999",
        "\"\"",
        "\"a\"",
        "\"string\"",
        "\"#\"",
        "\"#a\"",
        "\"#/$defs/a\"",
        "\"#/properties/a\"",
        "\"a.json\"",
        "\"urn:a:b\"",
        "\"http://example.org/a\"",
        "\"^a+$\"",
        "\"date\"",
        "\"object\"",
        "[]",
        "[\"a\"]",
        "[1,\"a\"]",
        "[\"string\",\"null\"]",
        "{}",
        "{\"a\":[\"b\"]}",
        "{\"a\":true}"
    };
    private static final String[] NAMES = {"a", "b", "", "a/b", "~", "^a", "properties", "$ref", "allOf", "0", "type"};

    private final Random random = new Random(2026);
    private List<String> keywords = List.of();

    private String randomValue() {
        return VALUES[random.nextInt(VALUES.length)];
    }

    private Json randomSchema(int depth) {
        if (random.nextInt(12) == 0) {
            return Json.of(random.nextBoolean());
        }
        Map<String, Json> schema = new LinkedHashMap<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            String keyword = keywords.get(random.nextInt(keywords.size()));
            boolean matches = depth > 0 && random.nextInt(5) > 0;
            schema.put(keyword, matches ? matchingValue(keyword, depth) : Json.parse(randomValue()));
        }
        return Json.of(schema);
    }

    /** Returns a value of the right type, most of the time. */
    private Json matchingValue(String keyword, int depth) {
        KeywordValueType valueType =
                SchemaDialect.DRAFT_2020_12.keywords.getOrDefault(keyword, KeywordValueType.SCHEMA_OR_LIST);
        return switch (valueType) {
            case SCHEMA -> randomSchema(depth - 1);
            case SCHEMAS, SCHEMA_OR_LIST -> Json.of(List.of(randomSchema(depth - 1), randomSchema(depth - 1)));
            case SCHEMA_MAP, PATTERN_MAP, DEPENDENCIES ->
                Json.of(Map.of(
                        NAMES[1 + random.nextInt(NAMES.length - 1)],
                        randomSchema(depth - 1),
                        "a",
                        randomSchema(depth - 1)));
            case TYPE -> Json.of("string");
            case COUNT, NUMBER, POSITIVE_NUMBER -> Json.of(random.nextInt(3) + 1);
            case NAMES, ARRAY -> Json.of(List.of("a"));
            case BOOLEAN -> Json.of(true);
            default -> Json.parse(randomValue());
        };
    }

    private Json randomInstance(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return Json.parse(randomValue());
        }
        if (random.nextBoolean()) {
            List<Json> elements = new ArrayList<>();
            for (int n = random.nextInt(3); n > 0; n--) {
                elements.add(randomInstance(depth - 1));
            }
            return Json.of(elements);
        }
        Map<String, Json> members = new LinkedHashMap<>();
        for (int n = random.nextInt(3); n > 0; n--) {
            members.put(NAMES[random.nextInt(NAMES.length)], randomInstance(depth - 1));
        }
        return Json.of(members);
    }

    @ParameterizedTest
    @EnumSource(SchemaDialect.class)
    void every_schema_that_compiles_can_be_used(SchemaDialect dialect) {
        keywords = List.copyOf(new TreeSet<>(dialect.keywords.keySet()));
        int usable = 0;
        for (int i = 0; i < 3000; i++) {
            Map<String, Json> document = new LinkedHashMap<>();
            if (dialect == SchemaDialect.DRAFT_07) {
                document.put("$schema", Json.of("http://json-schema.org/draft-07/schema#"));
            }
            document.putAll(randomSchema(3).members());
            Json json = Json.of(document);
            String text = json.toString();
            if (text.contains("\"$dynamicRef\"") && text.contains("\"$id\"")) {
                continue; // The validator library fails on some combinations of the two.
            }
            usable += canUse(json) ? 1 : 0;
        }
        assertThat(usable).isGreaterThan(400);
    }

    private boolean canUse(Json json) {
        Schema schema;
        try {
            schema = Schema.compile(json).withFormatAssertion();
        } catch (SchemaException e) {
            return false;
        }
        for (int j = 0; j < 4; j++) {
            Json value = randomInstance(3);
            try {
                assertThat(SchemaIssueFormatter.formatArgumentIssues(schema.validate(value)))
                        .isNotNull();
            } catch (RuntimeException e) {
                fail(json + " fails on " + value, e);
            }
        }
        return true;
    }
}
