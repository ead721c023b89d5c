package dev.tenon.schema.internal.explain;

import dev.tenon.json.Json;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.internal.document.ArrayElementCache;
import dev.tenon.schema.internal.validate.ValidationFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Merges the failures of several alternatives that concern the same place into one issue. */
final class IssueMerger {
    private IssueMerger() {}

    /** Merges alternatives that each expect another type or constant in the same place; returns null for others. */
    static @Nullable SchemaIssue mergeExpectedValues(
            List<List<ValidationFailure>> branches, Json value, ArrayElementCache elements) {
        ValidationFailure first = findConstFailureOrFirst(branches.get(0));
        List<String> expectations = new ArrayList<>();
        for (List<ValidationFailure> branch : branches) {
            ValidationFailure failure = findConstFailureOrFirst(branch);
            String expectation = ExpectationFormatter.formatTypeEnumOrConst(failure);
            if (expectation == null || !failure.instancePath().equals(first.instancePath())) {
                return null;
            }
            expectations.add(expectation);
        }
        List<Object> at = first.instancePath();
        return new SchemaIssue(
                InstancePaths.format(at),
                first.keyword(),
                "must be "
                        + WordListFormatter.joinWithOr(
                                expectations.stream().distinct().toList()) + ", but "
                        + JsonValueFormatter.format(InstancePaths.findValue(value, at, elements)) + " was given.");
    }

    /** Returns the failure that identifies an alternative: that of its constant, if it has one, else the first. */
    private static ValidationFailure findConstFailureOrFirst(List<ValidationFailure> branch) {
        return branch.stream()
                .filter(f -> f.keyword().equals("const"))
                .findFirst()
                .orElse(branch.get(0));
    }

    /**
     * Merges alternatives that are distinguished by a constant in the same member when that member is missing; returns
     * null for others.
     */
    static @Nullable SchemaIssue mergeMissingDiscriminator(List<List<ValidationFailure>> branches) {
        ValidationFailure first = findMissingDiscriminator(branches.get(0));
        List<String> constants = new ArrayList<>();
        for (List<ValidationFailure> branch : branches) {
            ValidationFailure failure = findMissingDiscriminator(branch);
            if (first == null || failure == null || !Objects.equals(failure.member(), first.member())) {
                return null;
            }
            constants.add(JsonValueFormatter.formatConstant(discriminatorConstant(failure)));
        }
        if (first == null) {
            return null;
        }
        List<Object> at = new ArrayList<>(first.instancePath());
        at.add(String.valueOf(first.member()));
        return new SchemaIssue(
                InstancePaths.format(at),
                "required",
                "is required (" + WordListFormatter.joinWithOr(constants)
                        + ") but was not given. Add it, and what goes with it.");
    }

    private static @Nullable ValidationFailure findMissingDiscriminator(List<ValidationFailure> branch) {
        return branch.stream()
                .filter(f -> f.keyword().equals("required")
                        && !discriminatorConstant(f).isNull())
                .findFirst()
                .orElse(null);
    }

    private static Json discriminatorConstant(ValidationFailure failure) {
        Json properties = failure.siblingKeyword("properties");
        Json member = properties == null || failure.member() == null ? null : properties.get(failure.member());
        Json constant = member == null ? null : member.get("const");
        return constant == null ? Json.NULL : constant;
    }
}
