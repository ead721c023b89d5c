package dev.tenon.schema;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One issue for several alternatives that all miss, or all want something else in, the same place. */
final class Merging {
    private Merging() {}

    /** When every alternative only wants another type or constant in the same place; else null. */
    static @Nullable SchemaIssue otherValue(List<List<Failure>> branches, Json value, ElementCache elements) {
        Failure first = constantOf(branches.get(0));
        List<String> wanted = new ArrayList<>();
        for (List<Failure> branch : branches) {
            Failure failure = constantOf(branch);
            String wants = Wants.phrase(failure);
            if (wants == null || !failure.at().equals(first.at())) {
                return null;
            }
            wanted.add(wants);
        }
        List<Object> at = first.at();
        return new SchemaIssue(
                Paths.show(at),
                first.keyword(),
                "must be " + Words.or(wanted.stream().distinct().toList()) + ", but "
                        + Shown.value(Paths.find(value, at, elements)) + " was given.");
    }

    /** The failure that says what an alternative is for: its constant, if it has one, else the first. */
    private static Failure constantOf(List<Failure> branch) {
        return branch.stream()
                .filter(f -> f.keyword().equals("const"))
                .findFirst()
                .orElse(branch.get(0));
    }

    /** When every alternative has its own constant in the same member, and that member is missing; else null. */
    static @Nullable SchemaIssue missingTag(List<List<Failure>> branches) {
        Failure first = missing(branches.get(0));
        List<String> constants = new ArrayList<>();
        for (List<Failure> branch : branches) {
            Failure failure = missing(branch);
            if (first == null || failure == null || !Objects.equals(failure.member(), first.member())) {
                return null;
            }
            constants.add(Shown.constant(constant(failure)));
        }
        if (first == null) {
            return null;
        }
        List<Object> at = new ArrayList<>(first.at());
        at.add(String.valueOf(first.member()));
        return new SchemaIssue(
                Paths.show(at),
                "required",
                "is required (" + Words.or(constants) + ") but was not given. Add it, and what goes with it.");
    }

    private static @Nullable Failure missing(List<Failure> branch) {
        return branch.stream()
                .filter(f -> f.keyword().equals("required") && !constant(f).isNull())
                .findFirst()
                .orElse(null);
    }

    private static Json constant(Failure failure) {
        Json properties = failure.beside("properties");
        Json member = properties == null || failure.member() == null ? null : properties.get(failure.member());
        Json constant = member == null ? null : member.get("const");
        return constant == null ? Json.NULL : constant;
    }
}
