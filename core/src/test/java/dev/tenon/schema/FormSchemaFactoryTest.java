package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.schema.annotation.SizeRange;
import dev.tenon.schema.annotation.StringFormat;
import dev.tenon.schema.annotation.StringPattern;
import dev.tenon.schema.annotation.Title;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Form schemas are flat, allow few kinds of members, and are rejected with a reason otherwise. */
class FormSchemaFactoryTest {
    enum Meal {
        VEGAN,
        FISH
    }

    enum CabinClass {
        @Title("Economy class")
        ECONOMY,
        @Title("First class")
        FIRST
    }

    record Passenger(
            @Title("Full name") @SizeRange(min = 1, max = 80)
            String name,

            @StringFormat("email") String mail,
            LocalDate born,
            Instant arrives,
            Optional<URI> site,
            @NumberRange(min = 0, max = 30) int bags,
            double weight,
            @JsonProperty(defaultValue = "true") boolean window,
            Meal meal,
            CabinClass cabin,
            Set<Meal> meals,
            @SizeRange(max = 2) List<CabinClass> cabins) {}

    record Nested(Passenger passenger) {}

    record Words(List<String> words) {}

    record Table(Map<String, String> table) {}

    record AnyValue(Json any) {}

    record Matched(@StringPattern("^a$") String a) {}

    record Timed(Duration d) {}

    record Identified(UUID id) {}

    record Secret(String newPassword) {}

    @Test
    @Covers("core/elicitation/schema-types")
    void a_record_becomes_a_flat_schema() {
        assertThat(FormSchemaFactory.createFormSchema(Passenger.class).json()).isEqualTo(Json.parse("""
                {"type":"object","properties":{
                 "name":{"type":"string","title":"Full name","minLength":1,"maxLength":80},
                 "mail":{"type":"string","format":"email"},
                 "born":{"type":"string","format":"date"},
                 "arrives":{"type":"string","format":"date-time"},
                 "site":{"type":"string","format":"uri"},
                 "bags":{"type":"integer","minimum":0,"maximum":30},
                 "weight":{"type":"number"},
                 "window":{"type":"boolean","default":true},
                 "meal":{"type":"string","enum":["VEGAN","FISH"]},
                 "cabin":{"type":"string","oneOf":[
                   {"const":"ECONOMY","title":"Economy class"},{"const":"FIRST","title":"First class"}]},
                 "meals":{"type":"array","items":{"type":"string","enum":["VEGAN","FISH"]}},
                 "cabins":{"type":"array","items":{"anyOf":[
                   {"const":"ECONOMY","title":"Economy class"},{"const":"FIRST","title":"First class"}]},"maxItems":2}},
                 "required":["name","mail","born","arrives","bags","weight","meal","cabin","meals","cabins"]}"""));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Nested.class,
                Words.class,
                Table.class,
                AnyValue.class,
                Matched.class,
                Timed.class,
                Identified.class,
                Secret.class,
                String.class
            })
    @Covers("core/elicitation/schema-types")
    void types_that_a_form_does_not_support_are_rejected(Class<?> type) {
        assertThatThrownBy(() -> FormSchemaFactory.createFormSchema(type))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("form");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"array\"}|#",
                "{\"type\":\"object\"}|#",
                "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}|#/additionalProperties",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\"}}}|#/properties/a",
                "{\"type\":\"object\",\"properties\":{\"a\":{}}}|#/properties/a",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"format\":\"uuid\"}}}|#/properties/a/format",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"enum\":[1]}}}|#/properties/a/enum",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"x\"}]}}}"
                        + "|#/properties/a/oneOf",
                "{\"type\":\"object\",\"properties\":{\"api_key\":{\"type\":\"string\"}}}|#/properties/api_key"
            })
    void a_handwritten_form_must_follow_the_same_rules(String form, String pointer) {
        assertThatThrownBy(() -> FormSchemaFactory.createFormSchema(Json.parse(form)))
                .isInstanceOf(SchemaException.class)
                .extracting("pointer")
                .isEqualTo(pointer);
    }

    @Test
    @Covers("core/elicitation/enum-names-legacy")
    void responses_are_validated_including_formats() {
        Schema form = FormSchemaFactory.createFormSchema(Json.parse("""
                {"type":"object","properties":{"day":{"type":"string","format":"date"},
                 "size":{"type":"string","enum":["s","l"],"enumNames":["small","large"]}},"required":["day"]}"""));

        assertThat(form.validate(Json.parse("{\"day\":\"2026-11-21\",\"size\":\"l\"}")))
                .isEmpty();
        assertThat(SchemaIssueFormatter.formatFormContentIssues(
                        form.validate(Json.parse("{\"day\":\"tomorrow\",\"size\":\"xl\"}"))))
                .isEqualTo("Field \"day\" must be of format date, such as 2026-11-21, but \"tomorrow\" was given.\n"
                        + "Field \"size\" must be \"s\" or \"l\", but \"xl\" was given.");
    }
}
