package dev.tenon.guard.config;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown for an invalid configuration; lists every problem. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigProblem> problems;

    public ConfigException(String source, List<ConfigProblem> problems) {
        super(source + " cannot be used:\n"
                + problems.stream().map(problem -> "  " + problem).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Returns the problems in the order of their lines, at most 20. */
    public List<ConfigProblem> problems() {
        return problems == null ? List.of() : problems;
    }
}
