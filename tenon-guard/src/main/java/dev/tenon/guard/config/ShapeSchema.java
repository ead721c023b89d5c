package dev.tenon.guard.config;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;

/** A {@link Shape} as JSON Schema (2020-12), for editors. */
final class ShapeSchema {
    private final JsonWriter out = new JsonWriter(16_384);

    private ShapeSchema() {}

    static Json of(String title, Shape.Fields shape) {
        ShapeSchema schema = new ShapeSchema();
        schema.out
                .object()
                .field("$schema", "https://json-schema.org/draft/2020-12/schema")
                .field("title", title);
        schema.members(shape);
        return schema.out.endObject().toJson();
    }

    private void schema(Shape shape, String description) {
        out.object();
        if (!description.isEmpty()) {
            out.field("description", description);
        }
        members(shape);
        out.endObject();
    }

    private void members(Shape shape) {
        if (shape instanceof Shape.Text text) {
            out.field("type", "string").field("pattern", text.pattern().pattern());
        } else if (shape instanceof Shape.Word word) {
            out.name("enum").value(Json.of(word.words()));
        } else if (shape instanceof Shape.Whole whole) {
            out.field("type", "integer")
                    .field("minimum", (Number) whole.least())
                    .field("maximum", (Number) whole.most());
        } else if (shape instanceof Shape.Decimal) {
            out.field("type", "number");
        } else if (shape instanceof Shape.Flag) {
            out.field("type", "boolean");
        } else if (shape instanceof Shape.Listed listed) {
            out.field("type", "array")
                    .field("minItems", (Number) listed.least())
                    .name("items");
            schema(listed.element(), "");
        } else if (shape instanceof Shape.Named named) {
            named(named);
        } else if (shape instanceof Shape.Fields fields) {
            fields(fields);
        } else if (shape instanceof Shape.Either either) {
            out.name("anyOf").array();
            schema(either.brief(), "");
            schema(either.full(), "");
            out.endArray();
        }
    }

    private void named(Shape.Named named) {
        out.field("type", "object").field("minProperties", (Number) named.least());
        out.name("propertyNames")
                .object()
                .field("pattern", named.names().pattern())
                .endObject();
        out.name("additionalProperties");
        schema(named.value(), "");
    }

    private void fields(Shape.Fields fields) {
        out.field("type", "object").name("properties").object();
        for (Shape.Field field : fields.fields()) {
            out.name(field.name());
            schema(field.shape(), field.description());
        }
        out.endObject().name("additionalProperties").value(false);
        out.name("required").array();
        fields.fields().stream().filter(Shape.Field::required).forEach(field -> out.value(field.name()));
        out.endArray();
        if (!fields.exactlyOne().isEmpty()) {
            out.name("oneOf").array();
            for (String name : fields.exactlyOne()) {
                out.object().name("required").array().value(name).endArray().endObject();
            }
            out.endArray();
        }
    }
}
