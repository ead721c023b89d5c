package dev.tenon.guard.config;

import java.util.List;

/** A configuration that cannot be used, with all that is wrong in it. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigProblem> problems;

    public ConfigException(String source, List<ConfigProblem> problems) {
        super(source + " cannot be used:\n"
                + String.join(
                        "\n", problems.stream().map(problem -> "  " + problem).toList()));
        this.problems = List.copyOf(problems);
    }

    /** Everything that is wrong, in the order of the lines; at most 20 mistakes. */
    public List<ConfigProblem> problems() {
        return problems == null ? List.of() : problems;
    }
}
