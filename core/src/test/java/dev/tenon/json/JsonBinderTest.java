package dev.tenon.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.net.URI;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversion between JSON and Java types, and the messages for values that do not fit. */
class JsonBinderTest {
    enum Color {
        RED,
        GREEN
    }

    record Part(int count, Color color, List<Long> sizes, Map<String, Part> inner, String name, boolean on, double d) {}

    record Raw(Json value, Json other, List<Json> list, Optional<Json> maybe) {}

    record Defaults(
            @JsonProperty(defaultValue = "5") int n,
            @JsonProperty(defaultValue = "x") String s,
            @JsonProperty(defaultValue = "GREEN") Color c,
            @JsonProperty(defaultValue = "[1,2]") List<Integer> l,
            @JsonProperty(defaultValue = "2026-11-21") LocalDate day,
            @JsonProperty(defaultValue = "7") Integer boxed) {}

    sealed interface Animal permits Bird, Fish {}

    record Bird(String name) implements Animal {}

    sealed interface Fish extends Animal permits Carp, BigFish {}

    record Carp() implements Fish {}

    record BigFish(int size) implements Fish {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface CustomTag permits CustomTagRecord {}

    record CustomTagRecord(int a) implements CustomTag {}

    record Rule(int age) {
        Rule {
            if (age < 0) {
                throw new IllegalArgumentException("age must not be negative");
            }
        }
    }

    record UncheckedRecord(String uri, int divisor) {
        UncheckedRecord {
            if (divisor == 0) {
                throw new IllegalStateException("internal: secret");
            }
            URI.create(uri);
        }
    }

    record Rules(List<Rule> rules) {}

    @Test
    void a_json_component_accepts_any_value_and_keeps_its_digits() {
        Raw raw = Json.parse(
                        "{\"value\":{\"a\":[1.50,1e400,\"\\u00e4\\n\"]},\"other\":null,\"list\":[1,null,{}],\"maybe\":2}")
                .mapTo(Raw.class);

        assertThat(raw.value().toString()).isEqualTo("{\"a\":[1.50,1e400,\"ä\\n\"]}");
        assertThat(raw.other()).isEqualTo(Json.NULL);
        assertThat(raw.list()).containsExactly(Json.of(1), Json.NULL, Json.EMPTY_OBJECT);
        assertThat(raw.maybe()).contains(Json.of(2));
        assertThat(Json.of(raw).toString())
                .isEqualTo("{\"value\":{\"a\":[1.50,1e400,\"ä\\n\"]},\"other\":null,\"list\":[1,null,{}],\"maybe\":2}");
        assertThat(Json.parse("[1]").mapTo(Json.class)).isEqualTo(Json.parse("[1]"));
    }

    @Test
    void absent_components_take_their_defaults() {
        assertThat(Json.EMPTY_OBJECT.mapTo(Defaults.class))
                .isEqualTo(new Defaults(5, "x", Color.GREEN, List.of(1, 2), LocalDate.of(2026, 11, 21), 7));
        assertThat(Json.parse("{\"n\":1,\"s\":\"\",\"boxed\":null}").mapTo(Defaults.class))
                .isEqualTo(new Defaults(1, "", Color.GREEN, List.of(1, 2), LocalDate.of(2026, 11, 21), null));
    }

    @Test
    void sealed_types_are_distinguished_by_their_simple_names() {
        Animal animal = Json.parse("{\"type\":\"bigFish\",\"size\":3}").mapTo(Animal.class);

        assertThat(animal).isEqualTo(new BigFish(3));
        assertThat(Json.parse("{\"type\":\"carp\"}").mapTo(Fish.class)).isEqualTo(new Carp());
        assertThat(Json.of(new Bird("Tom")).toString()).isEqualTo("{\"type\":\"bird\",\"name\":\"Tom\"}");
        assertThat(Json.of(new CustomTagRecord(1)).toString())
                .contains("\"kind\":")
                .doesNotContain("\"type\"");
        assertThatThrownBy(
                        () -> Json.parse("{\"type\":\"dev.tenon.json.Json\"}").mapTo(Animal.class))
                .isInstanceOf(JsonBindingException.class);
        assertThatThrownBy(
                        () -> Json.parse("{\"type\":\"bird\",\"name\":\"a\"}").mapTo(Fish.class))
                .isInstanceOf(JsonBindingException.class);
    }

    @Test
    void members_are_written_in_the_order_of_declaration() {
        Part part = new Part(1, Color.RED, List.of(2L), Map.of(), "n", true, 0.5);

        assertThat(Json.of(part).members().keySet())
                .containsExactly("count", "color", "sizes", "inner", "name", "on", "d");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"count\":\"x\"}|Does not fit at count: a whole number in range is expected",
                "{\"count\":3000000000}|Does not fit at count: a whole number in range is expected",
                "{\"count\":null}|Does not fit at count: a whole number in range is expected",
                "{\"color\":\"BLUE\"}|Does not fit at color: one of \"RED\", \"GREEN\" is expected",
                "{\"sizes\":7}|Does not fit at sizes: an array is expected",
                "{\"sizes\":[1,{}]}|Does not fit at sizes[1]: a whole number in range is expected",
                "{\"inner\":{\"k\":{\"name\":[]}}}|Does not fit at inner.k.name: a string is expected",
                "{\"inner\":{\"a \\n\":{\"on\":7.5}}}|Does not fit at inner.\"a ?\".on: true or false is expected",
                "{\"d\":\"x\"}|Does not fit at d: a number is expected",
                "[]|Does not fit at the top: an object is expected",
                "7|Does not fit at the top: an object is expected"
            })
    void mismatches_are_reported_without_class_names(String text, String message) {
        assertThatThrownBy(() -> Json.parse(text).mapTo(Part.class))
                .isInstanceOf(JsonBindingException.class)
                .hasMessage(message);
    }

    @Test
    void only_the_rules_of_a_record_are_quoted() {
        assertThatThrownBy(() ->
                        Json.parse("{\"rules\":[{\"age\":1},{\"age\":-1}]}").mapTo(Rules.class))
                .isInstanceOf(JsonBindingException.class)
                .hasMessage("rules[1]: age must not be negative");
        assertThatThrownBy(() -> Json.parse("{\"age\":-1}").mapTo(Rule.class)).hasMessage("age must not be negative");
        assertThatThrownBy(() -> Json.parse("{\"uri\":\"a b\",\"divisor\":1}").mapTo(UncheckedRecord.class))
                .isInstanceOf(JsonBindingException.class)
                .hasMessage("Does not fit at the top");
        assertThatThrownBy(() -> Json.parse("{\"uri\":\"a\",\"divisor\":0}").mapTo(UncheckedRecord.class))
                .isInstanceOf(JsonBindingException.class)
                .hasMessageNotContaining("secret");
    }
}
