package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.json.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The wording for each keyword: what is wanted, what was given, how to mend it. */
final class Messages {
    private static final int LONGEST_PATTERN = 200;

    private Messages() {}

    /** Whether a failure of this keyword is best told as one of the member it names. */
    static boolean isAboutMember(String keyword) {
        return switch (keyword) {
            case "required", "additionalProperties", "unevaluatedProperties", "dependentRequired", "dependencies" ->
                true;
            default -> false;
        };
    }

    static String of(Failure failure, @Nullable Json given) {
        Json expected = failure.expected();
        return switch (failure.keyword()) {
            case "required" -> required(failure);
            case "additionalProperties", "unevaluatedProperties", "false" -> unknown(failure, given);
            case "dependentRequired", "dependencies" -> "is required here too, because of the other members. Add it.";
            case "type" -> "must be " + Wants.type(expected) + ", but " + was(given) + hint(expected, given);
            case "enum" -> oneOf(expected, given);
            case "const" -> "must be " + Shown.constant(expected) + ", but " + was(given);
            case "pattern" -> pattern(failure) + ", but " + was(given);
            case "format" -> format(expected, given);
            case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf" ->
                Ranges.number(failure) + ", but " + was(given);
            case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties" ->
                Ranges.size(failure, given);
            case "uniqueItems" -> "must not hold the same element twice. Remove what is repeated.";
            case "contains", "minContains", "maxContains" -> contains(failure);
            case "propertyNames" -> "has a member whose name the schema does not allow.";
            case "unevaluatedItems", "additionalItems", "items", "prefixItems" ->
                "has more elements than the schema allows.";
            case "not" -> "must not be what it is: the schema rules out " + Shown.value(given) + " here.";
            default -> "does not satisfy " + failure.keyword() + " of the schema.";
        };
    }

    private static String required(Failure failure) {
        Json properties = failure.beside("properties");
        Json wanted = properties == null ? null : properties.get(Objects.requireNonNull(failure.member()));
        String words = Wants.member(wanted);
        return "is required" + (words.isEmpty() ? "" : " (" + words + ")") + " but was not given. Add it.";
    }

    private static String unknown(Failure failure, @Nullable Json given) {
        if (failure.member() == null) {
            return "is not allowed here. Remove it.";
        }
        Json properties = failure.beside("properties");
        List<String> known = properties == null
                ? List.of()
                : new ArrayList<>(properties.members().keySet());
        if (known.isEmpty()) {
            return "is not a known member. Remove it.";
        }
        List<String> free = known.stream()
                .filter(name -> given == null || given.get(name) == null)
                .toList();
        String meant = Nearest.to(failure.member(), free);
        String listed = Words.few(known.stream().map(Quote::shortened).toList());
        return "is not a known member. "
                + (meant == null ? "Remove it, or use " + listed + "." : "Did you mean \"" + meant + "\"?");
    }

    private static String oneOf(Json expected, @Nullable Json given) {
        List<String> texts = expected.elements().stream()
                .map(Json::string)
                .filter(Objects::nonNull)
                .toList();
        String meant = given == null || given.string() == null ? null : Nearest.to(given.string(), texts);
        return "must be " + Wants.oneOf(expected) + ", but " + was(given)
                + (meant == null ? "" : " Did you mean \"" + meant + "\"?");
    }

    private static String pattern(Failure failure) {
        String pattern = String.valueOf(failure.expected().string());
        boolean brief = pattern.length() <= LONGEST_PATTERN;
        Json examples = failure.beside("examples");
        List<Json> shown = examples == null ? List.of() : examples.elements();
        return "must match the regular expression "
                + (brief ? pattern : pattern.substring(0, LONGEST_PATTERN) + "...")
                + (shown.isEmpty() ? "" : ", such as " + Shown.value(shown.get(0)));
    }

    private static String format(Json expected, @Nullable Json given) {
        String name = String.valueOf(expected.string());
        String example = Formats.example(name);
        if (given != null && given.kind() == JsonKind.NUMBER) {
            return "must be " + example + ", but " + was(given);
        }
        return "must be of format " + name + (example == null ? "" : ", such as " + example) + ", but " + was(given);
    }

    private static String contains(Failure failure) {
        Json least = failure.beside("minContains");
        Json most = failure.beside("maxContains");
        return failure.keyword().equals("maxContains") && most != null
                ? "must hold at most " + most + " of the elements that the schema describes under contains."
                : "must hold at least " + (least == null ? "1" : least) + " of the elements that the schema describes"
                        + " under contains.";
    }

    private static String was(@Nullable Json given) {
        return Shown.value(given) + " was given.";
    }

    /** The two mistakes that models make most: a literal in quotes, and one element instead of a list. */
    private static String hint(Json expected, @Nullable Json given) {
        String type = String.valueOf(expected.string());
        if (given == null) {
            return "";
        }
        if (given.isNull()) {
            return " Give a value, or leave it out if it is not required.";
        }
        boolean text = given.kind() == JsonKind.STRING;
        return switch (type) {
            case "integer" ->
                given.kind() == JsonKind.NUMBER
                        ? " Give a whole number."
                        : text ? " Give a whole number without quotes." : "";
            case "number" -> text ? " Give a number without quotes." : "";
            case "boolean" -> text ? " Give true or false without quotes." : "";
            case "string" -> given.kind() == JsonKind.NUMBER ? " Put it in quotes." : "";
            case "array" -> " Put it in square brackets.";
            case "object" -> text ? " Give an object with members, not a string." : "";
            default -> "";
        };
    }
}
