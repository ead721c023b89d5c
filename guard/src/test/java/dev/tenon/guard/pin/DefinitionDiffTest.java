package dev.tenon.guard.pin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;

class DefinitionDiffTest {

    @Test
    void every_changed_member_has_old_and_new_value() {
        DefinitionDiff difference = between(
                "{\"name\":\"a\",\"description\":\"Adds.\",\"inputSchema\":{\"properties\":{\"x\":{\"type\":\"integer\"}}},\"icons\":[1,2]}",
                "{\"name\":\"a\",\"description\":\"Adds!\",\"inputSchema\":{\"properties\":{\"x\":{\"type\":\"string\"},\"y\":{}}},\"icons\":[1]}");

        assertThat(difference.text()).isEqualTo("""
                description
                  - "Adds."
                  + "Adds!"
                icons[1]
                  - 2
                inputSchema.properties.x.type
                  - "integer"
                  + "string"
                inputSchema.properties.y
                  + {}""");
    }

    @Test
    void invisible_characters_are_escaped() {
        assertThat(between("{\"d\":\"ab\"}", "{\"d\":\"a\u200bb\u202e\\u001b\"}")
                        .text())
                .isEqualTo("d\n  - \"ab\"\n  + \"a\\u200bb\\u202e\\u001b\"");
    }

    @Test
    void spelling_and_order_are_no_difference() {
        assertThat(between("{\"a\":1.0,\"b\":2}", "{ \"b\":2, \"a\":1 }").isEmpty())
                .isTrue();
    }

    @Test
    void a_long_text_is_shortened_and_a_change_of_kind_is_one_change() {
        assertThat(between("{\"d\":\"" + "x".repeat(10_000) + "\"}", "{\"d\":[]}")
                        .text())
                .hasSizeLessThan(600)
                .contains("+ []");
    }

    private static DefinitionDiff between(String before, String after) {
        return DefinitionDiff.between(Json.parse(before), Json.parse(after));
    }
}
