package dev.tenon.schema.internal.explain;

import dev.tenon.json.Json;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.internal.document.ArrayElementCache;
import dev.tenon.schema.internal.regex.ValidationLimitError;
import dev.tenon.schema.internal.validate.ValidationFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the failures of a validation to issues: it selects the closest alternatives and removes duplicates. */
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
            return List.of(alternatives.toIssue(
                    "oneOf",
                    "fits more than one of the alternatives that the schema offers, and must fit exactly one."
                            + " Add or change members so that only one fits."));
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
        SchemaIssue tag = IssueMerger.mergeMissingDiscriminator(branches);
        return tag == null ? IssueMerger.mergeExpectedValues(branches, value, elements) : tag;
    }

    private SchemaIssue alternativesIssue(
            AlternativeFailures alternatives, List<List<ValidationFailure>> branches, int depth) {
        List<String> corrections = new ArrayList<>();
        for (List<ValidationFailure> branch : branches.subList(0, Math.min(4, branches.size()))) {
            SchemaIssue issue = buildIssues(branch, depth).get(0);
            corrections.add(issue.path().isEmpty() ? issue.message() : "\"" + issue.path() + "\" " + issue.message());
        }
        return alternatives.toIssue(
                "anyOf",
                "fits none of the alternatives. Mend one of these: " + WordListFormatter.joinNumbered(corrections));
    }

    private SchemaIssue toIssue(ValidationFailure failure) {
        List<Object> at = failure.instancePath();
        if (failure.member() != null && SchemaIssueMessages.isAboutMember(failure.keyword())) {
            at = new ArrayList<>(at);
            at.add(failure.member());
        }
        return new SchemaIssue(
                InstancePaths.format(at),
                failure.keyword(),
                SchemaIssueMessages.describe(
                        failure, InstancePaths.findValue(value, failure.instancePath(), elements)));
    }
}
