package dev.tenon.guard.config;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.json.Quote;
import dev.tenon.schema.Nearest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds a file against the shape it must have. */
record ShapeCheck(Problems problems) {
    /** Notes everything in which a value is not of this shape; the place is its path in the file, empty for the whole. */
    void check(String place, Yaml value, Shape shape) {
        if (shape instanceof Shape.Fields fields && value instanceof Yaml.Entries entries) {
            fields(place, entries, fields);
        } else if (shape instanceof Shape.Named named && value instanceof Yaml.Entries entries) {
            named(place, entries, named);
        } else if (shape instanceof Shape.Listed listed && value instanceof Yaml.Items items) {
            listed(place, items, listed);
        } else if (shape instanceof Shape.Either either) {
            check(place, value, value instanceof Yaml.Entries ? either.full() : either.brief());
        } else if (!(value instanceof Yaml.Scalar scalar) || !fits(scalar, shape)) {
            expected(place, value, shape);
        }
    }

    private void expected(String place, Yaml value, Shape shape) {
        String name = place.isEmpty() ? "The file" : "\"" + place + "\"";
        String given = value instanceof Yaml.Scalar scalar ? shown(scalar) : value.word();
        boolean unquoted = shape instanceof Shape.Text text
                && value instanceof Yaml.Scalar scalar
                && scalar.json().kind() != JsonKind.STRING
                && text.pattern().matcher(scalar.text()).matches();
        String hint = unquoted ? "; put it in quotes" : suggestion(value, shape);
        problems.add(value.line(), name + " must be " + shape.expected() + ", but is " + given + hint);
    }

    private static String shown(Yaml.Scalar scalar) {
        return scalar.json().isNull() ? "empty" : Quote.shortened(scalar.text());
    }

    private static String suggestion(Yaml value, Shape shape) {
        if (shape instanceof Shape.Word word && value instanceof Yaml.Scalar scalar) {
            String near = Nearest.to(scalar.text(), word.words());
            return near == null ? "" : "; did you mean \"" + near + "\"?";
        }
        return "";
    }

    private static boolean fits(Yaml.Scalar scalar, Shape shape) {
        Json json = scalar.json();
        if (shape instanceof Shape.Text text) {
            return json.kind() == JsonKind.STRING
                    && text.pattern().matcher(scalar.text()).matches();
        }
        if (shape instanceof Shape.Word word) {
            return json.kind() == JsonKind.STRING && word.words().contains(scalar.text());
        }
        if (shape instanceof Shape.Whole whole) {
            BigDecimal number = json.number();
            return number != null
                    && number.stripTrailingZeros().scale() <= 0
                    && number.compareTo(BigDecimal.valueOf(whole.least())) >= 0
                    && number.compareTo(BigDecimal.valueOf(whole.most())) <= 0;
        }
        if (shape instanceof Shape.Decimal) {
            return json.kind() == JsonKind.NUMBER;
        }
        return shape instanceof Shape.Flag && json.kind() == JsonKind.BOOLEAN;
    }

    private void listed(String place, Yaml.Items items, Shape.Listed shape) {
        if (items.items().size() < shape.least()) {
            problems.add(items.line(), "\"" + place + "\" must be " + shape.expected() + ", but is empty");
        }
        for (int i = 0; i < items.items().size(); i++) {
            check(place + "[" + i + "]", items.items().get(i), shape.element());
        }
    }

    private void named(String place, Yaml.Entries entries, Shape.Named shape) {
        if (entries.entries().size() < shape.least()) {
            problems.add(entries.line(), "\"" + place + "\" must be " + shape.expected() + ", but is empty");
        }
        entries.entries().forEach((name, entry) -> {
            if (!shape.names().matcher(name).matches()) {
                problems.add(
                        entry.line(),
                        "the name " + Quote.shortened(name) + " in \"" + place + "\" must be " + shape.nameExpected());
            }
            check(child(place, name), entry.value(), shape.value());
        });
    }

    private void fields(String place, Yaml.Entries entries, Shape.Fields shape) {
        List<String> known = shape.fields().stream().map(Shape.Field::name).toList();
        for (Map.Entry<String, Yaml.Entry> entry : entries.entries().entrySet()) {
            Shape.Field field = field(shape, entry.getKey());
            if (field == null) {
                unknown(place, entry.getKey(), entry.getValue(), known);
            } else {
                check(child(place, field.name()), entry.getValue().value(), field.shape());
            }
        }
        for (Shape.Field field : shape.fields()) {
            if (field.required() && !entries.entries().containsKey(field.name())) {
                problems.add(
                        entries.line(),
                        named(place) + " lacks \"" + field.name() + "\": "
                                + field.shape().expected());
            }
        }
        oneOf(place, entries, shape.exactlyOne());
    }

    private void oneOf(String place, Yaml.Entries entries, List<String> names) {
        List<String> given =
                names.stream().filter(entries.entries()::containsKey).toList();
        if (!names.isEmpty() && given.size() != 1) {
            String but = given.isEmpty() ? "has none" : "has " + String.join(" and ", given);
            problems.add(
                    entries.line(),
                    named(place) + " must have exactly one of " + String.join(", ", names) + ", but " + but);
        }
    }

    private void unknown(String place, String name, Yaml.Entry entry, List<String> known) {
        String near = Nearest.to(name, known);
        problems.add(
                entry.line(),
                named(place) + " has no \"" + Quote.visible(name, 60) + "\""
                        + (near == null
                                ? "; it may have " + String.join(", ", known)
                                : "; did you mean \"" + near + "\"?"));
    }

    private static Shape.@Nullable Field field(Shape.Fields shape, String name) {
        return shape.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static String named(String place) {
        return place.isEmpty() ? "The file" : "\"" + place + "\"";
    }

    private static String child(String place, String name) {
        return place.isEmpty() ? name : place + "." + name;
    }
}
