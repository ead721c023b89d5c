package dev.tenon.guard.config.internal;

import dev.tenon.guard.config.ConfigException;
import dev.tenon.guard.config.ConfigProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects problems while a file is read, so that all of them can be reported at once. */
public final class ConfigProblems {
    private static final int MAX_PROBLEMS = 20;

    private final List<ConfigProblem> problems = new ArrayList<>();

    /** Adds a problem. Problems beyond 20 are dropped. */
    void add(int line, String message) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new ConfigProblem(line, message));
        }
    }

    List<ConfigProblem> problems() {
        return problems;
    }

    /**
     * Throws all problems in the order of their lines. Has no effect without problems.
     *
     * @param source what cannot be used, for the message
     * @throws ConfigException if there is a problem
     */
    void throwIfAny(String source) {
        if (!problems.isEmpty()) {
            problems.sort(Comparator.comparingInt(ConfigProblem::line));
            throw new ConfigException(source, problems);
        }
    }
}
