package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.Example;
import dev.tenon.schema.annotation.Keyword;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.schema.annotation.StringPattern;
import dev.tenon.schema.annotation.Title;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas of types, and types that are rejected. */
class SchemaGeneratorTest {
    @Description("A trip to book")
    record Trip(
            @Title("From") @Description("Airport code") @StringPattern("^[A-Z]{3}$") @Example({"CDG", "HEL"})
            String from,

            @JsonPropertyDescription("How many") @NumberRange(min = 1) @Example("2")
            int seats,

            @JsonProperty(defaultValue = "ECONOMY") SampleTypes.Cabin cabin,

            @Keyword(name = "x-mcp-header", json = "\"Region\"") @Keyword(name = "multipleOf", json = "0.5")
            double price,

            @JsonFormat(pattern = "dd/MM/yyyy") LocalDate day,
            Optional<List<String>> notes,
            @JsonIgnore int hidden) {}

    enum Speed {
        @Description("by ship")
        SLOW,
        FAST
    }

    @JsonClassDescription("from Jackson")
    record Described(Speed speed) {}

    record Recursive(Recursive next, List<Recursive> all) {}

    record Unread(InputStream in) {}

    record Unwrapped(@JsonUnwrapped Described inner) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface ByClass {}

    interface Unknown {}

    record Holder(Unknown unknown) {}

    record OddKeys(Map<List<String>, String> map) {}

    record Misplaced(@NumberRange(min = 1) String text) {}

    record Misplaced2(@StringPattern("a") int number) {}

    record BadPattern(@StringPattern("(") String text) {}

    sealed interface Tagged permits Conflict {}

    record Conflict(String type) implements Tagged {}

    record Guarded(int from, int to) {
        Guarded {
            if (from > to) {
                throw new IllegalArgumentException("from must not be after to");
            }
        }
    }

    @Test
    void annotations_add_keywords() {
        assertThat(SchemaGenerator.generateInputSchema(Trip.class).toString())
                .isEqualTo("{\"type\":\"object\",\"description\":\"A trip to book\",\"properties\":{"
                        + "\"from\":{\"type\":\"string\",\"title\":\"From\",\"description\":\"Airport code\","
                        + "\"examples\":[\"CDG\",\"HEL\"],\"pattern\":\"^[A-Z]{3}$\"},"
                        + "\"seats\":{\"type\":\"integer\",\"format\":\"int32\",\"description\":\"How many\","
                        + "\"examples\":[2],\"minimum\":1},"
                        + "\"cabin\":{\"type\":\"string\",\"enum\":[\"ECONOMY\",\"first-class\"],\"default\":\"ECONOMY\"},"
                        + "\"price\":{\"type\":\"number\",\"x-mcp-header\":\"Region\",\"multipleOf\":0.5},"
                        + "\"day\":{\"type\":\"string\"},"
                        + "\"notes\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}},"
                        + "\"required\":[\"from\",\"seats\",\"price\",\"day\"],\"additionalProperties\":false}");
    }

    @Test
    void descriptions_of_constants_are_in_the_schema() {
        assertThat(SchemaGenerator.generateOutputSchema(Described.class).toString())
                .isEqualTo("{\"type\":\"object\",\"description\":\"from Jackson\",\"properties\":{\"speed\":"
                        + "{\"type\":\"string\",\"enum\":[\"SLOW\",\"FAST\"],\"description\":\"SLOW: by ship\"}},"
                        + "\"required\":[\"speed\"]}");
    }

    @Test
    void unknown_members_are_allowed_in_output_only() {
        Json more = Json.parse("{\"name\":\"a\",\"children\":[],\"more\":1}");

        assertThat(SchemaGenerator.generateOutputSchema(SampleTypes.Node.class).validate(more))
                .isEmpty();
        assertThat(SchemaIssueFormatter.formatArgumentIssues(SchemaGenerator.generateInputSchema(SampleTypes.Node.class)
                        .validate(more)))
                .isEqualTo("Argument \"more\" is not a known member. Remove it, or use \"name\","
                        + " \"children\" or \"next\".");
    }

    @Test
    void a_recursive_type_refers_to_itself() {
        assertThat(SchemaGenerator.generateInputSchema(Recursive.class).toString())
                .isEqualTo("{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"},"
                        + "\"all\":{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}},"
                        + "\"required\":[\"next\",\"all\"],\"additionalProperties\":false}");
    }

    @Test
    void read_only_and_write_only_members_are_distinguished() {
        assertThat(SchemaGenerator.generateInputSchema(SampleTypes.Bean.class)
                        .json()
                        .get("properties")
                        .members())
                .containsOnlyKeys("name", "size", "secret");
        assertThat(SchemaGenerator.generateOutputSchema(SampleTypes.Bean.class)
                        .json()
                        .get("properties")
                        .members())
                .containsOnlyKeys("name", "size", "tags", "label");
    }

    @Test
    void generic_types_are_supported() {
        Type pageOfStrings = new ParameterizedType() {
            @Override
            public Type[] getActualTypeArguments() {
                return new Type[] {String.class};
            }

            @Override
            public Type getRawType() {
                return SampleTypes.Page.class;
            }

            @Override
            public Type getOwnerType() {
                return SampleTypes.class;
            }
        };

        Schema schema = SchemaGenerator.generateInputSchema(pageOfStrings);

        assertThat(schema.validate(Json.parse("{\"items\":[\"a\"]}"))).isEmpty();
        assertThat(schema.validate(Json.parse("{\"items\":[1]}"))).hasSize(1);
    }

    @Test
    @Covers("core/tools/no-params-schema")
    void no_arguments_are_an_object_without_members() {
        assertThat(Tool.of("none").inputSchema().toString())
                .isEqualTo("{\"type\":\"object\",\"additionalProperties\":false}");
        assertThat(SchemaGenerator.generateInputSchema(SampleTypes.Empty.class).validate(Json.parse("{\"a\":1}")))
                .hasSize(1);
    }

    @Test
    void the_schema_of_a_sealed_type_has_type_object_at_its_root() {
        assertThat(SchemaGenerator.generateInputSchema(SampleTypes.Figure.class)
                        .json()
                        .string("type"))
                .isEqualTo("object");
        assertThat(SchemaGenerator.generateInputSchema(SampleTypes.Node.class)
                        .json()
                        .string("type"))
                .isEqualTo("object");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Unread.class,
                Unwrapped.class,
                ByClass.class,
                Holder.class,
                OddKeys.class,
                Misplaced.class,
                Misplaced2.class,
                BadPattern.class,
                Conflict.class,
                Thread.class
            })
    void an_unsupported_type_is_rejected_by_name(Class<?> type) {
        assertThatThrownBy(() -> SchemaGenerator.generateInputSchema(type))
                .isInstanceOf(SchemaException.class)
                .hasMessageStartingWith("Schema ");
    }

    @Test
    void a_record_may_validate_its_components() {
        Json value = Json.parse("{\"from\":2,\"to\":1}");

        assertThat(SchemaGenerator.generateInputSchema(Guarded.class).validate(value))
                .isEmpty();
        assertThatThrownBy(() -> value.mapTo(Guarded.class)).hasMessage("from must not be after to");
    }

    @Test
    void beans_keep_their_initial_values() {
        SampleTypes.Bean bean = Json.parse("{\"size\":4}").mapTo(SampleTypes.Bean.class);

        assertThat(bean.getName()).isEmpty();
        assertThat(new ArrayList<>(bean.getTags())).isEmpty();
    }
}
