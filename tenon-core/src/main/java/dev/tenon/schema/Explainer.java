package dev.tenon.schema;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the failures of one validation into issues: alternatives are weighed, and each place is named once per fault. */
final class Explainer {
    private final Json value;
    private final int max;
    private final ElementCache elements = new ElementCache();

    Explainer(Json value, int max) {
        this.value = value;
        this.max = max;
    }

    static SchemaIssue stopped(CheckStopped reason) {
        return new SchemaIssue(
                "", "limit", "could not be checked: " + reason.getMessage() + ". Give a smaller or simpler value.");
    }

    List<SchemaIssue> explain(List<Failure> failures) {
        return explain(failures, 0).stream().distinct().limit(max).toList();
    }

    /** Explains failures whose routes agree up to a depth. */
    private List<SchemaIssue> explain(List<Failure> failures, int depth) {
        List<SchemaIssue> issues = new ArrayList<>();
        int i = 0;
        while (i < failures.size()) {
            int choice = Alternatives.choiceIn(failures.get(i).route(), depth);
            int end = choice < 0 ? i + 1 : Alternatives.endOf(failures, i, choice);
            issues.addAll(
                    choice < 0
                            ? List.of(issue(failures.get(i)))
                            : choose(new Alternatives(failures.subList(i, end), choice)));
            i = end;
        }
        return issues;
    }

    private List<SchemaIssue> choose(Alternatives alternatives) {
        if (alternatives.severalFit()) {
            return List.of(new SchemaIssue(
                    Paths.show(alternatives.at()),
                    "oneOf",
                    "fits more than one of the alternatives that the schema offers, and must fit exactly one."
                            + " Add or change members so that only one fits."));
        }
        List<List<Failure>> nearest = alternatives.nearest();
        if (nearest.isEmpty()) {
            return List.of(new SchemaIssue(
                    Paths.show(alternatives.at()), "oneOf", "fits none of the alternatives that the schema offers."));
        }
        SchemaIssue merged = nearest.size() == 1 ? null : merged(nearest);
        if (merged != null) {
            return List.of(merged);
        }
        List<List<Failure>> fewest = Alternatives.fewest(nearest);
        int depth = alternatives.depth();
        return fewest.size() == 1 ? explain(fewest.get(0), depth) : List.of(oneOf(alternatives, fewest, depth));
    }

    private @Nullable SchemaIssue merged(List<List<Failure>> branches) {
        SchemaIssue tag = Merging.missingTag(branches);
        return tag == null ? Merging.otherValue(branches, value, elements) : tag;
    }

    private SchemaIssue oneOf(Alternatives alternatives, List<List<Failure>> branches, int depth) {
        List<String> ways = new ArrayList<>();
        for (List<Failure> branch : branches.subList(0, Math.min(4, branches.size()))) {
            SchemaIssue issue = explain(branch, depth).get(0);
            ways.add(issue.path().isEmpty() ? issue.message() : "\"" + issue.path() + "\" " + issue.message());
        }
        return new SchemaIssue(
                Paths.show(alternatives.at()),
                "anyOf",
                "fits none of the alternatives. Mend one of these: " + Words.numbered(ways));
    }

    private SchemaIssue issue(Failure failure) {
        List<Object> at = failure.at();
        if (failure.member() != null && Messages.isAboutMember(failure.keyword())) {
            at = new ArrayList<>(at);
            at.add(failure.member());
        }
        return new SchemaIssue(
                Paths.show(at), failure.keyword(), Messages.of(failure, Paths.find(value, failure.at(), elements)));
    }
}
