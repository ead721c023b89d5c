package dev.tenon.cli.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypedArgumentParserTest {
    private static final Json SCHEMA = Json.parse("""
            {
              "type": "object",
              "properties": {
                "text": {"type": "string"},
                "count": {"type": "integer"},
                "rate": {"type": ["number", "null"]},
                "loud": {"type": "boolean"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "sizes": {"type": "array", "items": {"type": "integer"}},
                "place": {"$ref": "#/$defs/place"},
                "either": {"anyOf": [{"type": "integer"}, {"type": "boolean"}]},
                "a.b": {"type": "integer"},
                "any": {}
              },
              "additionalProperties": false,
              "$defs": {
                "place": {
                  "type": "object",
                  "properties": {"city": {"type": "string"}, "zip": {"type": "integer"},
                                 "at": {"type": "object", "properties": {"x": {"type": "number"}}}},
                  "required": ["city"]
                }
              }
            }""");

    private static Json parse(String... words) {
        return TypedArgumentParser.parse("The tool 'it'", SCHEMA, List.of(words));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "text=5                       | {\"text\":\"5\"}",
                "text=                        | {\"text\":\"\"}",
                "text=a=b                     | {\"text\":\"a=b\"}",
                "text:=null                   | {\"text\":null}",
                "count=-5                     | {\"count\":-5}",
                "count=3.0                    | {\"count\":3.0}",
                "rate=2.50                    | {\"rate\":2.50}",
                "rate=null                    | {\"rate\":null}",
                "loud=true                    | {\"loud\":true}",
                "tags=a tags=1                | {\"tags\":[\"a\",\"1\"]}",
                "tags=[\"a\"]                 | {\"tags\":[\"a\"]}",
                "sizes=1 sizes=2              | {\"sizes\":[1,2]}",
                "place.city=5 place.zip=5     | {\"place\":{\"city\":\"5\",\"zip\":5}}",
                "place.city=a place.at.x=1    | {\"place\":{\"city\":\"a\",\"at\":{\"x\":1}}}",
                "place={\"city\":\"a\"}       | {\"place\":{\"city\":\"a\"}}",
                "either=true                  | {\"either\":true}",
                "a.b=1                        | {\"a.b\":1}",
                "any=1 text=b                 | {\"any\":1,\"text\":\"b\"}",
                "any=word                     | {\"any\":\"word\"}",
            })
    void words_get_the_types_of_the_schema(String words, String json) {
        assertThat(parse(words.strip().split(" ")).toString()).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "count=1.5             | 'count' must be an integer",
                "count=one             | but 'one' is not",
                "loud=yes              | true or false",
                "sizes=a               | 'sizes' must be an integer",
                "place.zip=1           | needs the argument 'place.city' (string)",
                "place.town=a          | no argument 'place.town'. Available: city, zip, at.",
                "plaice.city=a         | Did you mean 'place'?",
                "place={} place.zip=1  | already given as a whole",
                "text=a text=b         | given twice",
                "=a                    | no name",
                "text                  | NAME=VALUE",
                "text:=a               | must be JSON",
            })
    void type_errors_name_the_expected_type(String words, String message) {
        assertThatThrownBy(() -> parse(words.strip().split(" ")))
                .isInstanceOfSatisfying(CommandFailedException.class, e -> assertThat(e.exitCode())
                        .isEqualTo(ExitCode.USAGE))
                .hasMessageContaining(message);
    }

    @Test
    void a_schema_without_properties_accepts_any_argument() {
        assertThat(TypedArgumentParser.parse("It", Json.parse("{\"type\":\"object\"}"), List.of("a=1", "b=c"))
                        .toString())
                .isEqualTo("{\"a\":1,\"b\":\"c\"}");
    }

    @Test
    void a_recursive_schema_is_supported() {
        Json recursiveSchema = Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/properties/a\"}}}");

        assertThat(TypedArgumentParser.parse("It", recursiveSchema, List.of("a=1"))
                        .toString())
                .isEqualTo("{\"a\":1}");
    }

    @Test
    void endless_alternatives_of_a_schema_take_no_time() {
        String reference = "{\"$ref\":\"#\"}";
        Json endlessSchema =
                Json.parse("{\"type\":\"object\",\"anyOf\":[" + (reference + ",").repeat(20) + reference + "]}");

        assertThat(TypedArgumentParser.parse("It", endlessSchema, List.of("a=1"))
                        .toString())
                .isEqualTo("{\"a\":1}");
    }
}
