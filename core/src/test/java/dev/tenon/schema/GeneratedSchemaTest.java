package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated schemas and Jackson agree for types of every kind. */
class GeneratedSchemaTest {
    private static final List<Json> POOL = Stream.of(
                    "null",
                    "true",
                    "0",
                    "1",
                    "-1",
                    "1.5",
                    "1.0",
                    "127",
                    "128",
                    "32768",
                    "2147483647",
                    "2147483648",
                    "9223372036854775807",
                    "9223372036854775808",
                    "1e300",
                    "1e400",
                    "5e3",
                    "\"\"",
                    "\"a\"",
                    "\"1\"",
                    "\"2026-11-21\"",
                    "\"2026-02-30\"",
                    "\"10:15\"",
                    "\"10:15:30Z\"",
                    "\"10:15:30+25:00\"",
                    "\"2026-11-21T10:00:00Z\"",
                    "\"2026-11-21T10:00:00\"",
                    "\"2026-11-21T10:00:60Z\"",
                    "\"2026-11-21T10:00Z\"",
                    "\"2026-11-21t10:00:00.123456789123z\"",
                    "\"PT1H\"",
                    "\"P1D\"",
                    "\"P1Y\"",
                    "\"P\"",
                    "\"PT\"",
                    "\"-PT999999999999H\"",
                    "\"AQIDBA==\"",
                    "\"AQIDBA\"",
                    "\"A===\"",
                    "\"first-class\"",
                    "\"FIRST\"",
                    "\"ECONOMY\"",
                    "\"00000000-0000-0001-0000-000000000002\"",
                    "\"https://example.org\"",
                    "\"a b:\"",
                    "\"ä\"",
                    "\"😀\"",
                    "\"2026-13\"",
                    "\"circle\"",
                    "\"cat\"",
                    "[]",
                    "{}",
                    "[1]",
                    "[null]",
                    "[\"a\",\"a\"]",
                    "{\"a\":1}",
                    "{\"type\":\"circle\",\"radius\":1}",
                    "{\"type\":\"square\",\"radius\":1}")
            .map(Json::parse)
            .toList();

    static Stream<Object> values() {
        return SampleTypes.values();
    }

    static Stream<Object> outputs() {
        return Stream.concat(SampleTypes.values(), SampleTypes.outputs());
    }

    @ParameterizedTest
    @MethodSource("outputs")
    void values_that_jackson_writes_are_valid(Object value) {
        Json written = Json.of(value);

        assertThat(SchemaGenerator.generateOutputSchema(value.getClass()).validate(written))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("values")
    void valid_values_can_be_read_by_jackson(Object value) {
        Schema schema = SchemaGenerator.generateInputSchema(value.getClass());
        Json written = Json.of(value);
        Random random = new Random(42);
        int valid = 0;
        for (int i = 0; i < 500; i++) {
            Json candidate = mutate(written, random, random.nextInt(3));
            if (schema.validate(candidate).isEmpty()) {
                valid++;
                assertThat(candidate.mapTo(value.getClass()))
                        .as(candidate.toString())
                        .isNotNull();
            }
        }
        assertThat(valid).isPositive();
    }

    /** Returns the value with some of its parts replaced, removed or added. */
    private static Json mutate(Json value, Random random, int times) {
        Json mutated = value;
        for (int i = 0; i < times; i++) {
            mutated = mutateOnce(mutated, random);
        }
        return mutated;
    }

    private static Json mutateOnce(Json value, Random random) {
        boolean container = value.isObject() || value.kind() == JsonKind.ARRAY;
        if (!container || random.nextInt(12) == 0) {
            return POOL.get(random.nextInt(POOL.size()));
        }
        return value.isObject() ? mutateMember(value, random) : mutateElement(value, random);
    }

    private static Json mutateMember(Json value, Random random) {
        Map<String, Json> members = new LinkedHashMap<>(value.members());
        List<String> names = new ArrayList<>(members.keySet());
        if (names.isEmpty() || random.nextInt(8) == 0) {
            members.put("extra", POOL.get(random.nextInt(POOL.size())));
            return Json.of(members);
        }
        String name = names.get(random.nextInt(names.size()));
        if (random.nextInt(8) == 0) {
            members.remove(name);
        } else {
            members.put(name, mutateOnce(members.get(name), random));
        }
        return Json.of(members);
    }

    private static Json mutateElement(Json value, Random random) {
        List<Json> elements = new ArrayList<>(value.elements());
        if (elements.isEmpty() || random.nextInt(4) == 0) {
            elements.add(POOL.get(random.nextInt(POOL.size())));
        } else {
            int index = random.nextInt(elements.size());
            elements.set(index, mutateOnce(elements.get(index), random));
        }
        return Json.of(elements);
    }
}
