package dev.tenon.schema.internal.explain;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.NameSuggester;
import dev.tenon.schema.internal.fastpath.KeywordCheckBuilder;
import dev.tenon.schema.internal.validate.FormatRegistry;
import dev.tenon.schema.internal.validate.ValidationFailure;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Words the message for each keyword: the expected value, the actual value and the correction. */
final class SchemaIssueMessages {
    private static final int MAX_PATTERN_CHARS = 200;
    private static final Set<String> ABOUT_MEMBER =
            Set.of("required", "additionalProperties", "unevaluatedProperties", "dependentRequired", "dependencies");

    private SchemaIssueMessages() {}

    /** Returns whether a failure of this keyword is reported at the member that it names. */
    static boolean isAboutMember(String keyword) {
        return ABOUT_MEMBER.contains(keyword);
    }

    static String describe(ValidationFailure failure, @Nullable Json given) {
        Json expected = failure.expected();
        return switch (failure.keyword()) {
            case "required" -> describeRequired(failure);
            case "additionalProperties", "unevaluatedProperties", "false" -> describeUnknownMember(failure, given);
            case "dependentRequired", "dependencies" -> "is required here too, because of the other members. Add it.";
            case "type" ->
                "must be " + ExpectationFormatter.formatType(expected) + ", but " + describeActual(given)
                        + correctionHint(expected, given);
            case "enum" -> describeEnum(expected, given);
            case "const" -> "must be " + JsonValueFormatter.formatConstant(expected) + ", but " + describeActual(given);
            case "pattern" -> describePattern(failure) + ", but " + describeActual(given);
            case "format" -> describeFormat(expected, given);
            case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf" ->
                describeRangeOrMultipleOf(failure) + ", but " + describeActual(given);
            case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties" ->
                describeSize(failure, given);
            case "uniqueItems" -> "must not hold the same element twice. Remove what is repeated.";
            case "contains", "minContains", "maxContains" -> describeContains(failure);
            case "propertyNames" -> "has a member whose name the schema does not allow.";
            case "unevaluatedItems", "additionalItems", "items", "prefixItems" ->
                "has more elements than the schema allows.";
            case "not" -> "must not be what it is: the schema rules out " + JsonValueFormatter.format(given) + " here.";
            default -> "does not satisfy " + failure.keyword() + " of the schema.";
        };
    }

    private static String describeRequired(ValidationFailure failure) {
        Json properties = failure.siblingKeyword("properties");
        Json memberSchema = properties == null ? null : properties.get(Objects.requireNonNull(failure.member()));
        String expectation = ExpectationFormatter.formatMember(memberSchema);
        return "is required" + (expectation.isEmpty() ? "" : " (" + expectation + ")") + " but was not given. Add it.";
    }

    private static String describeUnknownMember(ValidationFailure failure, @Nullable Json given) {
        if (failure.member() == null) {
            return "is not allowed here. Remove it.";
        }
        Json properties = failure.siblingKeyword("properties");
        Set<String> known = properties == null ? Set.of() : properties.members().keySet();
        if (known.isEmpty()) {
            return "is not a known member. Remove it.";
        }
        List<String> unused = known.stream()
                .filter(name -> given == null || given.get(name) == null)
                .toList();
        String suggestion = NameSuggester.suggest(failure.member(), unused);
        String listed = WordListFormatter.joinAbbreviated(
                known.stream().map(Excerpts::quote).toList());
        return "is not a known member. "
                + (suggestion == null ? "Remove it, or use " + listed + "." : "Did you mean \"" + suggestion + "\"?");
    }

    private static String describeEnum(Json expected, @Nullable Json given) {
        List<String> texts = expected.elements().stream()
                .map(Json::string)
                .filter(Objects::nonNull)
                .toList();
        String suggestion =
                given == null || given.string() == null ? null : NameSuggester.suggest(given.string(), texts);
        return "must be " + ExpectationFormatter.formatEnum(expected) + ", but " + describeActual(given)
                + (suggestion == null ? "" : " Did you mean \"" + suggestion + "\"?");
    }

    private static String describePattern(ValidationFailure failure) {
        String pattern = String.valueOf(failure.expected().string());
        Json examples = failure.siblingKeyword("examples");
        List<Json> shown = examples == null ? List.of() : examples.elements();
        return "must match the regular expression "
                + Excerpts.truncate(pattern, MAX_PATTERN_CHARS)
                + (shown.isEmpty() ? "" : ", such as " + JsonValueFormatter.format(shown.get(0)));
    }

    /** When a schema has a minimum and a maximum, the message names both. */
    private static String describeRangeOrMultipleOf(ValidationFailure failure) {
        if (failure.keyword().equals("multipleOf")) {
            return "must be a multiple of " + failure.expected();
        }
        String low = describeBound(failure, "minimum", "at least ", "exclusiveMinimum", "more than ");
        String high = describeBound(failure, "maximum", "at most ", "exclusiveMaximum", "less than ");
        if (low.isEmpty() && high.isEmpty()) {
            return "must be within " + failure.keyword() + " " + failure.expected();
        }
        return "must be " + low + (low.isEmpty() || high.isEmpty() ? "" : " and ") + high;
    }

    private static String describeBound(
            ValidationFailure failure, String keyword, String words, String strictKeyword, String strictWords) {
        Json inclusive = failure.siblingKeyword(keyword);
        Json exclusive = failure.siblingKeyword(strictKeyword);
        return exclusive != null ? strictWords + exclusive : inclusive != null ? words + inclusive : "";
    }

    private static String describeSize(ValidationFailure failure, @Nullable Json given) {
        boolean isMinimum = failure.keyword().startsWith("min");
        String bound = failure.expected().toString();
        String unit =
                switch (failure.keyword().substring(3)) {
                    case "Length" -> "character";
                    case "Items" -> "element";
                    default -> "member";
                };
        String size = given == null ? "none" : Integer.toString(KeywordCheckBuilder.sizeOf(given));
        return "must have at " + (isMinimum ? "least " : "most ") + bound + " " + unit + (bound.equals("1") ? "" : "s")
                + ", but has " + size + ".";
    }

    private static String describeFormat(Json expected, @Nullable Json given) {
        String name = String.valueOf(expected.string());
        String example = FormatRegistry.exampleOf(name);
        if (given != null && given.kind() == JsonKind.NUMBER) {
            return "must be " + example + ", but " + describeActual(given);
        }
        return "must be of format " + name + (example == null ? "" : ", such as " + example) + ", but "
                + describeActual(given);
    }

    private static String describeContains(ValidationFailure failure) {
        Json min = failure.siblingKeyword("minContains");
        Json max = failure.siblingKeyword("maxContains");
        return failure.keyword().equals("maxContains") && max != null
                ? "must hold at most " + max + " of the elements that the schema describes under contains."
                : "must hold at least " + (min == null ? "1" : min) + " of the elements that the schema describes"
                        + " under contains.";
    }

    private static String describeActual(@Nullable Json given) {
        return JsonValueFormatter.format(given) + " was given.";
    }

    /** Returns hints for two frequent mistakes of models: a quoted literal, and an element instead of a list. */
    private static String correctionHint(Json expected, @Nullable Json given) {
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
