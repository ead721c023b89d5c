package dev.tenon.schema.internal.explain;

import dev.tenon.json.Json;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.internal.document.ArrayElementCache;
import dev.tenon.schema.internal.regex.ValidationLimitError;
import dev.tenon.schema.internal.validate.ValidationFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Converts the failures of a validation to issues: it selects the closest alternatives, merges those that concern the
 * same place, and removes duplicates.
 */
public final class IssueBuilder {
    private final Json value;
    private final int max;
    private final ArrayElementCache elements = new ArrayElementCache();

    public IssueBuilder(Json value, int max) {
        this.value = value;
        this.max = max;
    }

    public static SchemaIssue limitIssue(ValidationLimitError reason) {
        return new SchemaIssue(
                "", "limit", "could not be checked: " + reason.getMessage() + ". Give a smaller or simpler value.");
    }

    public List<SchemaIssue> buildIssues(List<ValidationFailure> failures) {
        return buildIssues(failures, 0).stream().distinct().limit(max).toList();
    }

    /** Builds issues for failures whose evaluation paths agree up to a depth. */
    private List<SchemaIssue> buildIssues(List<ValidationFailure> failures, int depth) {
        List<SchemaIssue> issues = new ArrayList<>();
        int i = 0;
        while (i < failures.size()) {
            int choice =
                    AlternativeFailures.indexOfChoiceKeyword(failures.get(i).evaluationPath(), depth);
            int next = choice < 0 ? i + 1 : AlternativeFailures.findChoiceEnd(failures, i, choice);
            issues.addAll(
                    choice < 0
                            ? List.of(toIssue(failures.get(i)))
                            : buildAlternativeIssues(new AlternativeFailures(failures.subList(i, next), choice)));
            i = next;
        }
        return issues;
    }

    private List<SchemaIssue> buildAlternativeIssues(AlternativeFailures alternatives) {
        if (alternatives.hasMultipleMatches()) {
            String message = "fits more than one of the alternatives that the schema offers, and must fit exactly one."
                    + " Add or change members so that only one fits.";
            return List.of(alternatives.toIssue("oneOf", message));
        }
        List<List<ValidationFailure>> closest = alternatives.closestAlternatives();
        if (closest.isEmpty()) {
            return List.of(alternatives.toIssue("oneOf", "fits none of the alternatives that the schema offers."));
        }
        SchemaIssue merged = closest.size() == 1 ? null : tryMergeAlternatives(closest);
        if (merged != null) {
            return List.of(merged);
        }
        List<List<ValidationFailure>> fewest = AlternativeFailures.withFewestFailures(closest);
        int depth = alternatives.indexAfterAlternativeNumber();
        return fewest.size() == 1
                ? buildIssues(fewest.get(0), depth)
                : List.of(alternativesIssue(alternatives, fewest, depth));
    }

    private @Nullable SchemaIssue tryMergeAlternatives(List<List<ValidationFailure>> branches) {
        SchemaIssue tag = mergeMissingDiscriminator(branches);
        return tag == null ? mergeExpectedValues(branches) : tag;
    }

    /** Merges alternatives that each expect another type or constant in the same place; returns null for others. */
    private @Nullable SchemaIssue mergeExpectedValues(List<List<ValidationFailure>> branches) {
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
        List<String> expected = expectations.stream().distinct().toList();
        String given = JsonValueFormatter.format(InstancePaths.findValue(value, at, elements));
        String message = "must be " + WordListFormatter.joinWithOr(expected) + ", but " + given + " was given.";
        return new SchemaIssue(InstancePaths.format(at), first.keyword(), message);
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
    private static @Nullable SchemaIssue mergeMissingDiscriminator(List<List<ValidationFailure>> branches) {
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
        String expected = WordListFormatter.joinWithOr(constants);
        String message = "is required (" + expected + ") but was not given. Add it, and what goes with it.";
        return new SchemaIssue(InstancePaths.format(at), "required", message);
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

    private SchemaIssue alternativesIssue(
            AlternativeFailures alternatives, List<List<ValidationFailure>> branches, int depth) {
        List<String> corrections = new ArrayList<>();
        for (List<ValidationFailure> branch : branches.subList(0, Math.min(4, branches.size()))) {
            SchemaIssue issue = buildIssues(branch, depth).get(0);
            corrections.add(issue.path().isEmpty() ? issue.message() : "\"" + issue.path() + "\" " + issue.message());
        }
        String list = WordListFormatter.joinNumbered(corrections);
        return alternatives.toIssue("anyOf", "fits none of the alternatives. Mend one of these: " + list);
    }

    private SchemaIssue toIssue(ValidationFailure failure) {
        List<Object> at = failure.instancePath();
        if (failure.member() != null && SchemaIssueMessages.isAboutMember(failure.keyword())) {
            at = new ArrayList<>(at);
            at.add(failure.member());
        }
        Json given = InstancePaths.findValue(value, failure.instancePath(), elements);
        String message = SchemaIssueMessages.describe(failure, given);
        return new SchemaIssue(InstancePaths.format(at), failure.keyword(), message);
    }
}
