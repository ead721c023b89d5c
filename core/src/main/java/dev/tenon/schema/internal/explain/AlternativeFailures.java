package dev.tenon.schema.internal.explain;

import dev.tenon.json.JsonKind;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.internal.validate.ValidationFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The failures of a single {@code anyOf} or {@code oneOf} for a single value, grouped by alternative.
 *
 * @param choice the index of the keyword in the evaluation paths of all these failures
 */
record AlternativeFailures(List<ValidationFailure> failures, int choice) {

    /** Returns the index of the first {@code anyOf} or {@code oneOf} in a path, at or after an index, or -1. */
    static int indexOfChoiceKeyword(List<Object> path, int from) {
        for (int i = from; i < path.size(); i++) {
            boolean keyword = "anyOf".equals(path.get(i)) || "oneOf".equals(path.get(i));
            if (keyword && (i + 1 == path.size() || path.get(i + 1) instanceof Integer)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the index after the last failure of the choice that starts at {@code from}. The validator reports
     * alternatives in order, so a smaller number, or the keyword itself, begins the same choice for another value.
     */
    static int findChoiceEnd(List<ValidationFailure> failures, int from, int choice) {
        List<Object> prefix = failures.get(from).evaluationPath().subList(0, choice + 1);
        int last = alternativeNumber(failures.get(from), choice);
        for (int i = from + 1; i < failures.size(); i++) {
            List<Object> path = failures.get(i).evaluationPath();
            boolean sameChoice =
                    path.size() > choice && path.subList(0, choice + 1).equals(prefix);
            int number = sameChoice ? alternativeNumber(failures.get(i), choice) : -1;
            if (!sameChoice || number < last || number < 0) {
                return i;
            }
            last = number;
        }
        return failures.size();
    }

    private static int alternativeNumber(ValidationFailure failure, int choice) {
        return failure.evaluationPath().size() > choice + 1
                        && failure.evaluationPath().get(choice + 1) instanceof Integer n
                ? n
                : -1;
    }

    /** Returns an issue of the value that should match an alternative. */
    SchemaIssue toIssue(String keyword, String message) {
        return new SchemaIssue(InstancePaths.format(commonPath()), keyword, message);
    }

    boolean hasMultipleMatches() {
        return failures.get(0).multipleMatches();
    }

    /** Returns the index after the alternative's number in a path. */
    int indexAfterAlternativeNumber() {
        return choice + 2;
    }

    /** Returns the place of the value that should match an alternative: all failures are at or below it. */
    private List<Object> commonPath() {
        List<Object> common = failures.get(0).instancePath();
        for (ValidationFailure failure : failures) {
            int n = 0;
            while (n < common.size()
                    && n < failure.instancePath().size()
                    && common.get(n).equals(failure.instancePath().get(n))) {
                n++;
            }
            common = common.subList(0, n);
        }
        return common;
    }

    /** Returns the alternatives for this kind of value and with this constant, or, without such, the closest ones. */
    List<List<ValidationFailure>> closestAlternatives() {
        Map<Integer, List<ValidationFailure>> branches = new TreeMap<>();
        for (ValidationFailure failure : failures) {
            int number = alternativeNumber(failure, choice);
            if (number >= 0) {
                branches.computeIfAbsent(number, n -> new ArrayList<>()).add(failure);
            }
        }
        int pathLength = commonPath().size();
        int best = branches.values().stream()
                .mapToInt(b -> distance(b, pathLength))
                .min()
                .orElse(0);
        return branches.values().stream()
                .filter(b -> distance(b, pathLength) == best)
                .toList();
    }

    /** Returns the alternatives with the fewest failures. */
    static List<List<ValidationFailure>> withFewestFailures(List<List<ValidationFailure>> branches) {
        int fewest = branches.stream().mapToInt(List::size).min().orElse(0);
        return branches.stream().filter(b -> b.size() == fewest).toList();
    }

    /**
     * Returns 2 when the alternative expects another kind of value, 1 when it expects another constant member, else 0.
     */
    private static int distance(List<ValidationFailure> branch, int pathLength) {
        int distance = 0;
        for (ValidationFailure failure : branch) {
            int below = failure.instancePath().size() - pathLength;
            if (below == 0 && failure.keyword().equals("type")) {
                return 2;
            }
            boolean constant =
                    failure.keyword().equals("const") || failure.keyword().equals("enum");
            if (below <= 1 && constant && failure.expected().kind() != JsonKind.OBJECT) {
                distance = 1;
            }
        }
        return distance;
    }
}
