package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The messages for models whose arguments are invalid: the argument, the expected value, the actual value, the
 * correction.
 */
class SchemaIssueFormatterTest {
    private static String advice(String schema, String value) {
        return SchemaIssueFormatter.formatArgumentIssues(
                Schema.compile(Json.parse(schema)).withFormatAssertion().validate(Json.parse(value)));
    }

    /** Each schema is the one of the member {@code a}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"integer\"}|\"5\"|must be an integer, but \"5\" was given. Give a whole number without quotes.",
                "{\"type\":\"integer\"}|1.5|must be an integer, but 1.5 was given. Give a whole number.",
                "{\"type\":\"number\"}|\"5\"|must be a number, but \"5\" was given. Give a number without quotes.",
                "{\"type\":\"boolean\"}|\"true\"|must be a boolean, but \"true\" was given. Give true or false without quotes.",
                "{\"type\":\"string\"}|5|must be a string, but 5 was given. Put it in quotes.",
                "{\"type\":\"string\"}|{}|must be a string, but an empty object was given.",
                "{\"type\":\"string\"}|null|must be a string, but null was given."
                        + " Give a value, or leave it out if it is not required.",
                "{\"type\":\"array\"}|\"x\"|must be an array, but \"x\" was given. Put it in square brackets.",
                "{\"type\":\"object\"}|\"{}\"|must be an object, but \"{}\" was given."
                        + " Give an object with members, not a string.",
                "{\"type\":\"object\"}|[1,2]|must be an object, but an array of 2 was given.",
                "{\"type\":[\"string\",\"null\"]}|5|must be a string or null, but 5 was given.",
                "{\"enum\":[\"red\",\"green\"]}|\"gren\"|must be \"red\" or \"green\", but \"gren\" was given."
                        + " Did you mean \"green\"?",
                "{\"enum\":[1,2,3]}|4|must be 1, 2 or 3, but 4 was given.",
                "{\"const\":\"x\"}|\"y\"|must be \"x\", but \"y\" was given.",
                "{\"minimum\":1}|0|must be at least 1, but 0 was given.",
                "{\"minimum\":1,\"maximum\":9}|10|must be at least 1 and at most 9, but 10 was given.",
                "{\"exclusiveMinimum\":0}|0|must be more than 0, but 0 was given.",
                "{\"exclusiveMaximum\":1.50}|1.5|must be less than 1.50, but 1.5 was given.",
                "{\"multipleOf\":0.05}|0.07|must be a multiple of 0.05, but 0.07 was given.",
                "{\"minLength\":1}|\"\"|must have at least 1 character, but has 0.",
                "{\"maxLength\":2}|\"a😀b\"|must have at most 2 characters, but has 3.",
                "{\"minItems\":2}|[1]|must have at least 2 elements, but has 1.",
                "{\"maxProperties\":1}|{\"x\":1,\"y\":2}|must have at most 1 member, but has 2.",
                "{\"uniqueItems\":true}|[1,1.0]|must not hold the same element twice. Remove what is repeated.",
                "{\"pattern\":\"^[A-Z]{3}$\"}|\"cdg\"|must match the regular expression ^[A-Z]{3}$, but \"cdg\" was given.",
                "{\"pattern\":\"^[A-Z]{3}$\",\"examples\":[\"CDG\"]}|\"cdg\"|must match the regular expression ^[A-Z]{3}$,"
                        + " such as \"CDG\", but \"cdg\" was given.",
                "{\"format\":\"date\"}|\"tomorrow\"|must be of format date, such as 2026-11-21, but \"tomorrow\" was given.",
                "{\"format\":\"int32\"}|3e9|must be a number from -2147483648 to 2147483647, but 3e9 was given.",
                "{\"contains\":{\"const\":1}}|[2]|must hold at least 1 of the elements that the schema describes"
                        + " under contains.",
                "{\"not\":{\"type\":\"string\"}}|\"x\"|must not be what it is: the schema rules out \"x\" here.",
                "false|1|is not allowed here. Remove it.",
                "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}|true|must be a string or an integer,"
                        + " but true was given.",
                "{\"anyOf\":[{\"type\":\"null\"},{\"enum\":[\"x\",\"y\"]}]}|\"z\"|must be \"x\" or \"y\","
                        + " but \"z\" was given.",
                "{\"oneOf\":[{\"minimum\":1},{\"maximum\":5}]}|3|fits more than one of the alternatives that the schema"
                        + " offers, and must fit exactly one. Add or change members so that only one fits."
            })
    void each_keyword_has_its_message(String schema, String value, String words) {
        assertThat(advice("{\"properties\":{\"a\":" + schema + "}}", "{\"a\":" + value + "}"))
                .isEqualTo("Argument \"a\" " + words);
    }

    @Test
    void a_missing_argument_is_described() {
        String schema = """
                {"type":"object","properties":{"text":{"type":"string","description":"the text\\n to echo"},
                 "when":{"type":"string","format":"date"},"kind":{"enum":["a","b"]},"free":{}},
                 "required":["text","when","kind","free","none"]}""";

        assertThat(advice(schema, "{}")).isEqualTo("""
                        Argument "text" is required (string: the text to echo) but was not given. Add it.
                        Argument "when" is required (string of format date) but was not given. Add it.
                        Argument "kind" is required (one of "a" or "b") but was not given. Add it.
                        Argument "free" is required but was not given. Add it.
                        Argument "none" is required but was not given. Add it.""");
        assertThat(advice(schema, "7")).isEqualTo("The value of arguments must be an object, but 7 was given.");
    }

    @Test
    void an_unknown_argument_gets_the_closest_name_as_a_suggestion() {
        String schema = """
                {"type":"object","properties":{"firstName":{},"city":{},"zip":{}},"additionalProperties":false}""";

        assertThat(advice(schema, "{\"first_name\":1,\"citty\":1,\"telephone\":1}"))
                .isEqualTo("""
                        Argument "first_name" is not a known member. Did you mean "firstName"?
                        Argument "citty" is not a known member. Did you mean "city"?
                        Argument "telephone" is not a known member. Remove it, or use "firstName", "city" or "zip".""");
    }

    @Test
    void places_are_formatted_as_paths() {
        String schema = """
                {"properties":{"passengers":{"items":{"properties":{"age":{"type":"integer"},"a b":{"type":"integer"}},
                 "required":["name"]}}}}""";

        assertThat(advice(schema, "{\"passengers\":[{\"age\":\"x\",\"name\":1},{\"a b\":\"y\"}]}")
                        .lines())
                .containsExactly(
                        "Argument \"passengers[0].age\" must be an integer, but \"x\" was given."
                                + " Give a whole number without quotes.",
                        "Argument \"passengers[1]['a b']\" must be an integer, but \"y\" was given."
                                + " Give a whole number without quotes.",
                        "Argument \"passengers[1].name\" is required but was not given. Add it.");
    }

    @Test
    void the_intended_alternative_is_recognized() {
        String schema =
                "{\"properties\":{\"shape\":" + SchemaGenerator.generateInputSchema(SampleTypes.Figure.class) + "}}";

        assertThat(advice(schema, "{\"shape\":{\"type\":\"circle\",\"radius\":\"1\"}}"))
                .isEqualTo("Argument \"shape.radius\" must be a number, but \"1\" was given."
                        + " Give a number without quotes.");
        assertThat(advice(schema, "{\"shape\":{\"type\":\"cirle\",\"radius\":1}}"))
                .isEqualTo(
                        "Argument \"shape.type\" must be \"circle\", \"square\" or \"group\", but \"cirle\" was given.");
        assertThat(advice(schema, "{\"shape\":{\"radius\":1}}"))
                .isEqualTo(
                        "Argument \"shape.type\" is required (\"circle\", \"square\" or \"group\") but was not given."
                                + " Add it, and what goes with it.");
        assertThat(advice(schema, "{\"shape\":5}")).isEqualTo("Argument \"shape\" must be an object, but 5 was given.");
    }

    @Test
    void alternatives_that_are_equally_close_are_listed() {
        assertThat(advice("{\"anyOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]}", "{}"))
                .isEqualTo("The value of arguments fits none of the alternatives. Mend one of these:"
                        + " (1) \"a\" is required but was not given. Add it."
                        + " (2) \"b\" is required but was not given. Add it.");
    }

    @Test
    void each_element_is_explained_separately() {
        String schema = "{\"items\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"object\",\"required\":[\"q\"]}]}}";

        assertThat(advice(schema, "[5,{},\"x\",true]")).isEqualTo("""
                        Argument "[0]" must be a string or an object, but 5 was given.
                        Argument "[1].q" is required but was not given. Add it.
                        Argument "[3]" must be a string or an object, but true was given.""");
    }

    @Test
    void messages_stay_short_and_on_one_line_for_any_value() {
        String long1 = "\"" + "x".repeat(100_000) + "\\n\\u202e\"";
        String schema = "{\"additionalProperties\":{\"type\":\"integer\"}}";
        StringBuilder value = new StringBuilder("{\"first\":" + long1);
        for (int i = 0; i < 500; i++) {
            value.append(",\"")
                    .append("n".repeat(300))
                    .append(i)
                    .append("\\n\":")
                    .append(long1, 0, 200)
                    .append("\"");
        }

        String advice = advice(schema, value + "}");

        assertThat(advice.length()).isLessThan(7_000);
        assertThat(advice.lines().count()).isLessThanOrEqualTo(21);
        assertThat(advice).doesNotContain("\u202e");
        assertThat(advice.lines()).allMatch(line -> line.length() <= 610);
    }

    @Test
    void the_number_of_issues_is_limited() {
        Schema schema = Schema.compile(Json.parse("{\"items\":{\"type\":\"string\"}}"));

        List<SchemaIssue> issues = schema.validate(Json.parse("[" + "1,".repeat(2_000) + "1]"));

        assertThat(issues).hasSize(20);
    }
}
